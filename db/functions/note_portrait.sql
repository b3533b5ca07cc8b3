-- True if an image is in use changes with the portraits of authors.
create or replace function note_portrait() returns trigger language plpgsql as $$
begin
  update images set unused_since = null where id = new.portrait_id and unused_since is not null;
  update images i set unused_since = now()
  where i.id = old.portrait_id and i.unused_since is null
    and not exists (select from authors where portrait_id = i.id)
    and not exists (select from post_images where image_id = i.id)
    and not exists (select from site_images where image_id = i.id);
  return null;
end $$;
