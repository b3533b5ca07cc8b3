-- Rebuilds all sums from the rows, for days with all of their rows; sums of earlier days stay.
create or replace function rebuild_view_sums() returns void language plpgsql as $$
declare
  from_day date;
begin
  lock table view_calendar in exclusive mode;
  select rows_since into from_day from view_calendar;
  -- The number of visitors of a day cannot be rebuilt, so it stays.
  with before as (
    delete from blog_post_daily_views where day >= from_day returning post_id, day, visitors
  ), rebuilt as (
    select post_id, created_at::date as day, count(*) as views
    from blog_post_metrics where created_at::date >= from_day group by 1, 2
  )
  insert into blog_post_daily_views (post_id, day, views, visitors)
    select post_id, day, r.views, coalesce(b.visitors, 0) from rebuilt r left join before b using (post_id, day);
  delete from blog_post_daily_sources where day >= from_day;
  insert into blog_post_daily_sources (post_id, day, referrer_host, campaign, views)
    select post_id, created_at::date, referrer_host, campaign, count(*)
    from blog_post_metrics where created_at::date >= from_day group by 1, 2, 3, 4;
  delete from site_daily_sums where day >= from_day and kind <> 'ignored';
  insert into site_daily_sums (day, kind, name, views)
    select day, kind, name, sum(views) from (
      select created_at::date as day, referrer_host, campaign, device, browser, count(*) as views
      from blog_post_metrics where created_at::date >= from_day group by 1, 2, 3, 4, 5
    ) m
    cross join lateral (values
      ('referrer', referrer_host), ('campaign', campaign), ('device', device), ('browser', browser)
    ) s (kind, name)
    group by 1, 2, 3;
  update site_daily_views set views = 0;
  insert into site_daily_views (day, views)
    select day, sum(views) from blog_post_daily_views group by day
    on conflict (day) do update set views = excluded.views;
  delete from blog_post_view_counts;
  insert into blog_post_view_counts (post_id, total_views)
    select p.id, coalesce(sum(d.views), 0) from blog_posts p left join blog_post_daily_views d on d.post_id = p.id
    group by p.id;
  perform recalculate_view_counts();
end $$;
