-- A column that the search index depends on has changed: the words of the post are to be made anew.
create or replace function mark_search_stale() returns trigger language plpgsql as $$
begin
  update blog_post_search set index_version = 0 where post_id = new.id;
  return null;
end $$;
