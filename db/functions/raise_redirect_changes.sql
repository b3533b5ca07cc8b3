-- The rules of redirects are in the memory of every process, which reads them again. No page shows them. An import changes
-- thousands of rows in one transaction: the first one says it for all.
create or replace function raise_redirect_changes() returns trigger language plpgsql as $$
begin
  if not exists (
    select from content_version v join content_changes c on c.version = v.version
    where v.raised_by = pg_current_xact_id() and c.key in ('redirects', 'all')
  ) then
    perform record_content_changes('{redirects}');
  end if;
  return null;
end $$;
