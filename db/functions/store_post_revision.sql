-- Runs before every save, from any writer: a save raises the version. Stores the state that is written over; its tags are
-- replaced after this has run. A writer that does not say who saves is not taken for the previous one.
create or replace function store_post_revision() returns trigger language plpgsql as $$
begin
  perform store_current_revision(old.id);
  if new.save_key = old.save_key then
    new.saved_by := null;
    new.save_kind := 'other';
    new.save_key := gen_random_uuid();
  end if;
  return new;
end $$;
