-- Once per transaction and at its end, like the version.
create or replace function raise_content_removals() returns trigger language plpgsql as $$
begin
  update content_version set removals = removals + 1, removals_raised_by = pg_current_xact_id()
  where removals_raised_by <> pg_current_xact_id();
  return null;
end $$;
