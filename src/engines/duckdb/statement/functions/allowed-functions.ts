// Lists the functions of DuckDB 1.5.5 that a query may call: reviewed, they compute from arguments, the clock or chance.
import { readerNames } from '../../../../files/file-kinds.ts';

type FunctionList = readonly string[];

export const operators: FunctionList = [
  '!__postfix',
  '!~~',
  '!~~*',
  '%',
  '&',
  '&&',
  '*',
  '**',
  '+',
  '-',
  '->>',
  '/',
  '//',
  '<->',
  '<<',
  '<=>',
  '<@',
  '>>',
  '@',
  '@>',
  '^',
  '^@',
  '|',
  '||',
  '~',
  '~~',
  '~~*',
  '~~~',
];

const list = (text: string): FunctionList => text.trim().split(/\s+/);

export const textAndNumberFunctions = list(`
  abs acos acosh add aggregate alias ascii asin asinh atan atan2 atanh bar base64 bin bit_count bit_length
  bit_position bitstring can_cast_implicitly cast_to_type cbrt ceil ceiling char_length character_length chr
  concat concat_ws constant_or_null contains cos cosh cot damerau_levenshtein decode degrees divide
  editdist3 element_at encode ends_with equi_width_bins even exp factorial floor format
  formatReadableDecimalSize formatReadableSize format_bytes from_base64 from_binary from_hex gamma gcd
  gen_random_uuid get_bit greatest greatest_common_divisor hamming hash hex ilike_escape instr
  is_histogram_other_bin isfinite isinf isnan jaccard jaro_similarity jaro_winkler_similarity lcase lcm
  least least_common_multiple left left_grapheme length length_grapheme levenshtein lgamma like_escape ln
  log log10 log2 lower lpad ltrim md5 md5_number millennium mismatches mod multiply nextafter nfc_normalize
  not_ilike_escape not_like_escape octet_length ord parse_dirname parse_dirpath parse_filename
  parse_formatted_bytes parse_path pi position pow power prefix printf radians random regexp_escape
  regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array
  repeat replace reverse right right_grapheme round rpad rtrim set_bit sha1 sha256 sign signbit sin sinh
  split sqrt starts_with str_split str_split_regex string_split string_split_regex string_to_array
  strip_accents strlen strpos substr substring substring_grapheme subtract suffix switch tan tanh to_base
  to_base64 to_binary to_hex translate trim trunc typeof ucase unbin unhex unicode upper url_decode
  url_encode uuid uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7 xor`);

export const dateFunctions = list(`
  age century current_date current_localtime current_localtimestamp date_diff date_part date_sub date_trunc
  datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear decade epoch epoch_ms
  epoch_ns epoch_us era get_current_time get_current_timestamp hour isodow isoyear julian last_day make_date
  make_time make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millisecond
  minute month monthname nanosecond normalized_interval now quarter second strftime strptime time_bucket
  timezone timezone_hour timezone_minute to_centuries to_days to_decades to_hours to_microseconds
  to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years
  today transaction_timestamp try_strptime week weekday weekofyear year yearweek`);

export const listFunctions = list(`
  apply array_aggr array_aggregate array_apply array_cat array_concat array_contains array_cosine_distance
  array_cosine_similarity array_cross_product array_distance array_distinct array_dot_product array_extract
  array_filter array_grade_up array_has array_has_all array_has_any array_indexof array_inner_product
  array_intersect array_length array_negative_dot_product array_negative_inner_product array_position
  array_reduce array_resize array_reverse_sort array_select array_slice array_sort array_transform
  array_unique array_value array_where array_zip filter flatten generate_series grade_up len list_aggr
  list_aggregate list_apply list_cat list_concat list_contains list_cosine_distance list_cosine_similarity
  list_distance list_distinct list_dot_product list_element list_extract list_filter list_grade_up list_has
  list_has_all list_has_any list_indexof list_inner_product list_intersect list_negative_dot_product
  list_negative_inner_product list_pack list_position list_reduce list_resize list_reverse_sort list_select
  list_slice list_sort list_transform list_unique list_value list_where list_zip range reduce unpivot_list`);

export const structFunctions = list(`
  cardinality enum_code enum_first enum_last enum_range enum_range_boundary map map_concat map_contains
  map_entries map_extract map_extract_value map_from_entries map_keys map_values row struct_concat
  struct_contains struct_extract struct_extract_at struct_has struct_indexof struct_insert struct_keys
  struct_pack struct_position struct_update struct_values union_extract union_tag union_value`);

export const jsonFunctions = list(`
  array_to_json from_json from_json_strict json_array json_array_length json_contains json_exists
  json_extract json_extract_path json_extract_path_text json_extract_string json_keys json_merge_patch
  json_object json_pretty json_quote json_structure json_transform json_transform_strict json_type
  json_valid json_value row_to_json to_json`);

export const geometryFunctions = list(`
  st_asbinary st_astext st_aswkb st_aswkt st_crs st_geomfromwkb st_intersects_extent st_setcrs`);

/** Written as SQL inside DuckDB; the functions they call are among the others. */
export const macros = list(`
  ago array_append array_pop_back array_pop_front array_prepend array_push_back array_push_front
  array_reverse array_to_string array_to_string_comma_default date_add days_in_month fdiv fmod
  generate_subscripts geomean geometric_mean json json_group_array json_group_object json_group_structure
  list_any_value list_append list_approx_count_distinct list_avg list_bit_and list_bit_or list_bit_xor
  list_bool_and list_bool_or list_count list_entropy list_first list_histogram list_kurtosis
  list_kurtosis_pop list_last list_mad list_max list_median list_min list_mode list_prepend list_product
  list_reverse list_sem list_skewness list_stddev_pop list_stddev_samp list_string_agg list_sum list_var_pop
  list_var_samp map_contains_entry map_contains_value md5_number_lower md5_number_upper nullif
  pg_size_pretty pg_typeof regexp_split_to_table round_even roundbankers split_part wavg weighted_avg`);

export const aggregateFunctions = list(`
  any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null
  arg_max_nulls_last arg_min arg_min_null arg_min_nulls_last argmax argmin array_agg avg bit_and bit_or
  bit_xor bitstring_agg bool_and bool_or corr count count_if count_star countif covar_pop covar_samp
  cume_dist dense_rank entropy favg fill first first_value fsum group_concat histogram histogram_exact
  kahan_sum kurtosis kurtosis_pop lag last last_value lead list listagg mad max max_by mean median min
  min_by mode nth_value ntile percent_rank product quantile quantile_cont quantile_disc rank rank_dense
  regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
  reservoir_quantile row_number sem skewness stddev stddev_pop stddev_samp string_agg sum sumkahan var_pop
  var_samp variance`);

export const tableFunctions: readonly string[] = [
  ...list('generate_series json_each json_tree range repeat unnest'),
  ...readerNames,
];

/** Known to the parser and the binder, and so not in the catalogue. */
const parserFunctions = list('unnest');

const callable = new Set(
  [
    operators,
    textAndNumberFunctions,
    dateFunctions,
    listFunctions,
    structFunctions,
    jsonFunctions,
    geometryFunctions,
    macros,
    aggregateFunctions,
    parserFunctions,
  ].flatMap((names) => names.map((name) => name.toLowerCase())),
);
const callableAsTable = new Set(tableFunctions);
const aggregates = new Set(aggregateFunctions);

export function isAllowedFunction(name: string): boolean {
  return callable.has(name.toLowerCase());
}

export function isAllowedTableFunction(name: string): boolean {
  return callableAsTable.has(name.toLowerCase());
}

export function isAggregate(name: string): boolean {
  return aggregates.has(name.toLowerCase());
}

/** Every name a message may suggest. */
export function allowedFunctionNames(): Iterable<string> {
  return callable;
}
