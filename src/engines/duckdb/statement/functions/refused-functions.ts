// Lists the functions of DuckDB 1.5.5 that no query may call, by the reason for it.

export interface RefusedGroup {
  readonly reason: string;
  readonly names: readonly string[];
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const refusedGroups: readonly RefusedGroup[] = [
  {
    reason: 'reads files by itself; only paths in FROM and JOIN, read_csv and its like are checked',
    names:
      list(`arrow_scan arrow_scan_dumb glob parquet_bloom_probe parquet_file_metadata parquet_full_metadata
      parquet_kv_metadata parquet_metadata parquet_scan parquet_schema read_blob read_duckdb read_json_objects
      read_json_objects_auto read_ndjson_objects read_text sniff_csv`),
  },
  {
    reason: 'reads settings, variables or the environment of the server',
    names: list(`current_setting getenv getvariable get_block_size in_search_path icu_calendar_names
      pg_timezone_names pragma_collations pragma_database_size pragma_platform pragma_user_agent pragma_version
      version`),
  },
  {
    reason: 'lists what the engine holds inside: catalogue, memory, logs, other queries',
    names:
      list(`col_description current_catalog current_connection_id current_database current_query
      current_query_id current_role current_schema current_schemas current_transaction_id current_user
      duckdb_approx_database_count duckdb_columns duckdb_connection_count duckdb_constraints
      duckdb_coordinate_systems duckdb_databases duckdb_dependencies duckdb_extensions
      duckdb_external_file_cache duckdb_functions duckdb_indexes duckdb_keywords duckdb_log_contexts duckdb_logs
      duckdb_logs_parsed duckdb_memory duckdb_optimizers duckdb_prepared_statements duckdb_profiling_settings
      duckdb_schemas duckdb_secret_types duckdb_secrets duckdb_sequences duckdb_settings duckdb_table_sample
      duckdb_tables duckdb_temporary_files duckdb_types duckdb_variables duckdb_views format_pg_type format_type
      has_any_column_privilege has_column_privilege has_database_privilege has_foreign_data_wrapper_privilege
      has_function_privilege has_language_privilege has_schema_privilege has_sequence_privilege
      has_server_privilege has_table_privilege has_tablespace_privilege inet_client_addr inet_client_port
      inet_server_addr inet_server_port map_to_pg_oid obj_description parse_duckdb_log_message
      pg_collation_is_visible pg_conf_load_time pg_conversion_is_visible pg_function_is_visible
      pg_get_constraintdef pg_get_expr pg_get_viewdef pg_has_role pg_is_other_temp_schema pg_my_temp_schema
      pg_opclass_is_visible pg_operator_is_visible pg_opfamily_is_visible pg_postmaster_start_time
      pg_table_is_visible pg_ts_config_is_visible pg_ts_dict_is_visible pg_ts_parser_is_visible
      pg_ts_template_is_visible pg_type_is_visible pragma_metadata_info pragma_show pragma_storage_info
      pragma_table_info seq_scan session_user shobj_description txid_current user which_secret`),
  },
  {
    reason: 'runs or rewrites SQL that the checks have not seen',
    names: list(`check_peg_parser histogram_values json_deserialize_sql json_execute_serialized_sql
      json_serialize_plan json_serialize_sql query query_table sql_auto_complete`),
  },
  {
    reason: 'changes the state of the engine, holds up a worker or writes something',
    names:
      list(`checkpoint currval disable_logging disable_peg_parser disable_profiling enable_logging
      enable_peg_parser enable_profiling force_checkpoint nextval pg_sleep setseed sleep_ms truncate_duckdb_logs
      write_log`),
  },
  {
    reason: 'speaks in the words of our own checks of the data',
    names: list('error'),
  },
  {
    reason: 'is a part of the engine that plans use, not people',
    names:
      list(`combine create_sort_key export_state finalize get_type icu_sort_key make_type remap_struct
      repeat_row replace_type stats sum_no_overflow summary test_all_types test_vector_types
      timetz_byte_comparable variant_bytes_to_variant variant_extract variant_normalize variant_to_parquet_variant variant_typeof
      vector_type`),
  },
];

/** Families of such functions, one for each type or language. */
export const refusedPrefixes: readonly RefusedGroup[] = [
  {
    reason: 'is a part of the engine that plans use, not people',
    names: ['__internal_', 'icu_collate_'],
  },
];

const refused = new Set(refusedGroups.flatMap((group) => group.names));
const prefixes = refusedPrefixes.flatMap((group) => group.names);

/** Whether the engine has the function, but no query may call it. */
export function isRefusedFunction(name: string): boolean {
  return refused.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
