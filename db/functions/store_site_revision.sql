-- Keeps the words that a save writes over, for every writer.
create or replace function store_site_revision() returns trigger language plpgsql as $$
declare
  before constant jsonb := coalesce(old.draft, old.published);
begin
  if before is distinct from coalesce(new.draft, new.published) then
    insert into site_revisions (document, version, saved_by, save_kind, saved_at, words)
    values (old.name, old.version, old.saved_by, old.save_kind, old.saved_at, before);
  end if;
  return new;
end $$;
