-- Posts with the words, newest first. Both ways are bounded: few matches are collected and sorted; of many, the newest
-- are met first. The planner cannot know which it will be, so each way is a function with its plan.
create or replace function search_collected(wanted tsquery, most integer) returns table (post_id uuid, visible_from timestamptz)
language sql stable rows 1000
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
  select s.post_id, s.visible_from from blog_post_search s
  where s.document @@ wanted and coalesce(s.visible_from, 'infinity') <= now()
  limit most
$$;
