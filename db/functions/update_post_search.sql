-- Keeps a post's row of the search index, whoever writes the post: who may find it follows at once, and its words are
-- marked as stale, so that they are made anew. A save through the application makes them in the same transaction.
create or replace function update_post_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into blog_post_search (post_id, visible_from)
    values (new.id, case when new.published then new.published_at end)
    on conflict (post_id) do nothing;
  else
    update blog_post_search set
      visible_from = case when new.published then new.published_at end,
      index_version = case
        when (new.title, new.excerpt, new.content) is distinct from (old.title, old.excerpt, old.content) then 0
        else index_version
      end
    where post_id = new.id;
  end if;
  return null;
end $$;
