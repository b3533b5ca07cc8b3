-- The keys of posts that show an image: a featured one stands on the card.
create or replace function raise_image_changes() returns trigger language plpgsql as $$
declare
  keys text[] := array(
    select case when pi.place = 'featured' then 'card:' else 'post:' end || pi.post_id
    from post_images pi join blog_posts p on p.id = pi.post_id
    where pi.image_id = new.id and p.published limit 501);
begin
  if cardinality(keys) > 0 then
    perform record_content_changes(keys);
  end if;
  return null;
end $$;
