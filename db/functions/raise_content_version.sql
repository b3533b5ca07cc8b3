-- Raised once per transaction and only at its end (the triggers below are deferred), so that the row is locked
-- during the commit only and two saves cannot deadlock.
create or replace function raise_content_version() returns trigger language plpgsql as $$
begin
  update content_version set version = version + 1, raised_by = pg_current_xact_id()
  where raised_by <> pg_current_xact_id();
  return null;
end $$;
