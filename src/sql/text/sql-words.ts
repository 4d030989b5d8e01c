// Lists the types and functions that editors colour and complete.

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const typeNames = words(`
  BIGINT BLOB BOOLEAN DATE DECIMAL DOUBLE FLOAT HUGEINT INTEGER INTERVAL SMALLINT TEXT TIME TIMESTAMP TIMESTAMPTZ
  TINYINT UBIGINT UUID VARCHAR`);

/** The ones people reach for; the server knows more. */
export const functionNames = words(`
  abs age any_value approx_count_distinct arg_max arg_min avg bool_and bool_or ceil coalesce concat concat_ws
  contains corr count count_if cume_dist current_date date_diff date_part date_trunc day dayname dense_rank ends_with
  epoch exp extract first first_value floor format greatest hash histogram hour if ifnull instr isnan lag last
  last_day last_value lead least left length levenshtein list list_transform ln log lower lpad ltrim mad make_date
  max md5 median min minute mode month monthname now ntile nullif percent_rank pi power printf product quantile_cont
  quantile_disc quarter random rank regexp_extract regexp_matches regexp_replace repeat replace reverse right round
  row_number rpad rtrim second sign skewness split_part sqrt starts_with stddev strftime string_agg string_split
  strip_accents strptime substr substring sum time_bucket trim trunc try_cast typeof unnest upper uuid var_pop
  variance week year`);
