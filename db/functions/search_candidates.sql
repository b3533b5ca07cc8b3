-- The newest posts with these words, and the newest whose titles have them: those since a date if there is one and that is
-- enough, else of all. A plan that reads only rows in both indexes is best for every word, and the costs below make it the
-- cheapest: the planner knows neither how frequent a word is nor what reading a document costs.
create or replace function search_candidates(wanted tsquery, since timestamptz, most integer, most_titles integer)
returns table (post_id uuid, visible_from timestamptz, document tsvector) language plpgsql stable rows 120
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
set cpu_operator_cost = 0 set cpu_index_tuple_cost = 0 set plan_cache_mode = force_generic_plan
as $$
declare
  hits integer := 0;
begin
  if since is not null then
    return query
      select s.post_id, s.visible_from, s.document from blog_post_search s
      where s.document @@ wanted and s.visible_from >= since and coalesce(s.visible_from, 'infinity') <= now()
      order by s.visible_from desc, s.post_id desc limit most;
    get diagnostics hits = row_count;
  end if;
  if hits < most then
    return query
      select s.post_id, s.visible_from, s.document from blog_post_search s
      where s.document @@ wanted and coalesce(s.visible_from, 'infinity') <= now()
      order by s.visible_from desc, s.post_id desc limit most;
  end if;
  return query
    select s.post_id, s.visible_from, s.document from blog_post_search s
    where s.title @@ wanted and s.visible_from >= since and coalesce(s.visible_from, 'infinity') <= now()
    order by s.visible_from desc, s.post_id desc limit most_titles;
  get diagnostics hits = row_count;
  if hits < most_titles then
    return query
      select s.post_id, s.visible_from, s.document from blog_post_search s
      where s.title @@ wanted and coalesce(s.visible_from, 'infinity') <= now()
      order by s.visible_from desc, s.post_id desc limit most_titles;
  end if;
end $$;
