create or replace function search_titles(wanted tsquery, most integer) returns table (post_id uuid, visible_from timestamptz)
language sql stable rows 1000
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
  select s.post_id, s.visible_from from blog_post_search s
  where s.title @@ wanted and coalesce(s.visible_from, 'infinity') <= now()
  limit most
$$;
