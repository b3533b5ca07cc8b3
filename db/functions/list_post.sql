-- Keeps the lists of a post and their totals, at the end of the transaction. Only this function writes the two tables, with
-- the row of content_version locked: each writer sees what those before it stored, and none waits for a second row.
create or replace function list_post() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_table_name = 'blog_post_tags' then
    changed := coalesce(new.post_id, old.post_id);
    -- Another change of the post in this transaction has listed it.
    if tg_op = 'INSERT' and exists (select from post_lists where (post_id, list) = (changed, new.tag_id)) then
      return null;
    end if;
  elsif (old.published or new.published)
    and (old.kind, old.category_id, old.published, old.author_id, old.public_author_id, old.published_at)
      is distinct from (new.kind, new.category_id, new.published, new.author_id, new.public_author_id, new.published_at)
  then
    changed := coalesce(new.id, old.id);
  else
    return null;
  end if;
  perform from content_version for update;
  with wanted as materialized (
    select * from lists_of_post(changed)
  ), removed as (
    delete from post_lists where post_id = changed and (list, kind, listed_from) not in (select * from wanted)
    returning list, kind
  ), added as (
    insert into post_lists (post_id, list, kind, listed_from) select changed, * from wanted
    on conflict do nothing returning list, kind
  )
  insert into list_totals as t (list, kind, posts)
  select list, kind, sum(posts) from (
    select list, kind, 1 from added union all select list, kind, -1 from removed
  ) c (list, kind, posts)
  group by 1, 2 having sum(posts) <> 0
  on conflict (list, kind) do update set posts = t.posts + excluded.posts;
  return null;
end $$;
