-- A tag that a post got or lost: the lists of the tag, and what the post shows. A tag that was taken away counts even for
-- a draft, because the post may have been published until this transaction.
create or replace function raise_post_tag_changes() returns trigger language plpgsql as $$
declare
  keys text[] := '{}';
begin
  if tg_op <> 'INSERT' then
    keys := array['tag:' || old.tag_id, 'post:' || old.post_id, 'sitemap'];
  end if;
  if tg_op <> 'DELETE' and exists (select from blog_posts where id = new.post_id and published) then
    keys := keys || array['tag:' || new.tag_id, 'post:' || new.post_id, 'sitemap'];
  end if;
  if cardinality(keys) > 0 then
    perform record_content_changes(keys);
  end if;
  return null;
end $$;
