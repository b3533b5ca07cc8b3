-- Records what a transaction changes of the public content, under one new version of it. Called at the end of the
-- transaction (the triggers are deferred): the row of content_version is locked for the moment of the commit only, two
-- saves can never wait for each other in a circle, and versions are committed in their order. After the commit every process
-- that listens hears of it (contentChannel in db/queries/content-version.ts); equal notifications of a transaction are one.
create or replace function record_content_changes(changed text[]) returns void language plpgsql as $$
declare
  -- More is not worth telling apart.
  max_keys constant integer := 500;
  versions_kept constant integer := 1000;
  current_version bigint;
begin
  update content_version set version = version + 1, raised_by = pg_current_xact_id()
  where raised_by <> pg_current_xact_id();
  if found then
    perform pg_notify('content_changed', '');
    delete from content_changes where version <= (select version from content_version) - versions_kept;
  end if;
  select version into current_version from content_version;
  if exists (select from content_changes where version = current_version and key = 'all') then
    return;
  end if;
  if cardinality(changed) + (select count(*) from content_changes where version = current_version) > max_keys then
    changed := '{all}';
  end if;
  insert into content_changes (version, key) select current_version, unnest(changed) on conflict do nothing;
end $$;
