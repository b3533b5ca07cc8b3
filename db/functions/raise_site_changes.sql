-- Drafts change no page. A JV program that is switched off is not shown again, also while the database is away.
create or replace function raise_site_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.name, old.published) is not distinct from (new.name, new.published) then
    return null;
  end if;
  perform record_content_changes(
    array(select distinct 'site:' || name from unnest(array[
      case when tg_op <> 'INSERT' then old.name end, case when tg_op <> 'DELETE' then new.name end
    ]) as name where name is not null)
    || case when new.name = 'jv' and new.published -> 'isOn' = 'false' then array['withdrawn'] else '{}' end
  );
  return null;
end $$;
