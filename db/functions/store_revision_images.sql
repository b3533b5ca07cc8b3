-- Runs when a revision is inserted, before the image links of the new state are written.
create or replace function store_revision_images() returns trigger language plpgsql as $$
begin
  insert into revision_images (revision_id, image_id)
  select distinct new.id, image_id from post_images where post_id = new.post_id;
  return null;
end $$;
