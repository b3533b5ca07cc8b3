-- A category or tag that was renamed, moved or deleted: its lists, and every post that shows its name. A new one is shown
-- nowhere before a post has it.
create or replace function raise_term_changes() returns trigger language plpgsql as $$
declare
  is_category constant boolean := tg_table_name = 'blog_categories';
  keys text[] := array['sitemap'];
begin
  if tg_op = 'UPDATE' and (old.name, old.slug) is not distinct from (new.name, new.slug) then
    return null;
  end if;
  if is_category then
    keys := keys || array['categories', 'category:' || old.id]
      || array(select 'card:' || id from blog_posts where category_id = old.id and published limit 501);
  else
    keys := keys || ('tag:' || old.id) || array(
      select 'post:' || p.id from blog_post_tags pt join blog_posts p on p.id = pt.post_id
      where pt.tag_id = old.id and p.published limit 501);
  end if;
  if tg_op = 'DELETE' or old.slug <> new.slug then
    keys := keys || 'withdrawn'::text;
  end if;
  perform record_content_changes(keys);
  return null;
end $$;
