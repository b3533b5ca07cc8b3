-- Counts views of public pages that are not posts, like count_views. Only the sums of each day are stored.
create or replace function count_page_views(
  used_salt bytea, rules jsonb, pages text[], visitors bytea[], networks bytea[]
) returns integer language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  repeat_after constant interval := make_interval(mins => (rules ->> 'repeatMinutes')::integer);
  max_network_views constant integer := (rules -> 'network' ->> 'maxViews')::integer;
  counted_views integer;
begin
  perform from view_calendar
  where as_of = current_date and exists (select from visitor_salt where salt = used_salt) for update;
  if not found then return null; end if;

  with arrived as materialized (
    select distinct on (page, visitor) v.*
    from unnest(pages, visitors, networks) with ordinality as v (page, visitor, network, position)
    order by page, visitor, position
  ), known as materialized (
    select a.*,
      (select t.counted_at from visits_today t where t.visitor = a.visitor and t.page = a.page) as last_counted_at
    from arrived a
  ), fresh as materialized (
    select k.*, row_number() over (partition by network, page order by position) as place
    from known k
    where coalesce(last_counted_at, '-infinity') <= now() - repeat_after
  ), counted as materialized (
    select f.* from fresh f
    where max_network_views is null or place + coalesce(
      (select n.total from network_counts n where n.network = f.network and n.subject = f.page), 0
    ) <= max_network_views
  ), remembered as (
    insert into visits_today (visitor, page, counted_at)
    select visitor, page, now() from counted
    on conflict (visitor, page) do update set counted_at = excluded.counted_at
  ), of_network as (
    insert into network_counts as t (network, subject, total)
    select network, page, count(*) from counted where max_network_views is not null group by network, page
    on conflict (network, subject) do update set total = t.total + excluded.total
  ), by_day as (
    insert into page_daily_views as t (day, page, views, visitors)
    select current_date, page, count(*), count(*) filter (where last_counted_at is null) from counted group by page
    on conflict (day, page) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors
  )
  select count(*) from counted into counted_views;
  return counted_views;
end $$;
