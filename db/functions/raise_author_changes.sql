-- The keys of an author that visitors see: the page, the profile at the end of posts, and the name and its address on the cards of the posts.
create or replace function raise_author_changes() returns trigger language plpgsql as $$
declare
  changed constant uuid := coalesce(new.id, old.id);
  keys text[] := array['author:' || changed, 'profile:' || changed];
begin
  if (old.name, old.slug, old.user_id) is distinct from (new.name, new.slug, new.user_id) then
    keys := keys || 'sitemap'::text || array(
      select 'card:' || p.id from blog_posts p
      where p.published and (p.public_author_id = changed
        or p.author_id in (old.user_id, new.user_id))
      limit 501);
  end if;
  if old.slug <> new.slug or old.user_id is distinct from new.user_id or tg_op = 'DELETE' then
    keys := keys || 'withdrawn'::text;
  end if;
  perform record_content_changes(keys);
  return null;
end $$;
