/** True for a server that takes no writes, in any SQL. */
export const readOnlyCondition =
  "(pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean)";
