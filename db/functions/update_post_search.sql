-- Updates a post's row of the search index after a write from any writer: its visibility at once, and its words are
-- marked as stale, to be indexed again. A save through the application indexes them in the same transaction.
create or replace function update_post_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into blog_post_search (post_id, visible_from)
    values (new.id, case when new.published then new.published_at end)
    on conflict (post_id) do nothing;
  else
    update blog_post_search set
      visible_from = case when new.published then new.published_at end,
      made_by = case
        when (new.title, new.excerpt, new.content, new.language)
          is distinct from (old.title, old.excerpt, old.content, old.language) then ''
        else made_by
      end
    where post_id = new.id;
  end if;
  return null;
end $$;
