create or replace function search_newest(wanted tsquery, most integer) returns table (post_id uuid, visible_from timestamptz)
language sql stable rows 1000
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
  select s.post_id, s.visible_from from blog_post_search s
  where s.document @@ wanted and s.visible_from <= now()
  order by s.visible_from desc, s.post_id desc
  limit most
$$;
