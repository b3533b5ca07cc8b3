-- What Analytics reads at every opening, ready made.

-- Every post has its counts, so that lists in the order of a figure need not look at the posts.
insert into blog_post_view_counts (post_id) select id from blog_posts on conflict do nothing;

create function begin_view_counts() returns trigger language plpgsql as $$
begin
  insert into blog_post_view_counts (post_id) values (new.id);
  return null;
end $$;
create trigger begin_view_counts after insert on blog_posts
  for each row execute function begin_view_counts();

-- Of the days of a period but today: as of the day in view_calendar.
create table site_past_sources (
  period smallint not null check (period in (7, 30, 90)),
  kind text not null,
  name text not null,
  views bigint not null,
  primary key (period, kind, name)
);

create function sum_past_sources() returns void language sql as $$
  delete from site_past_sources;
  insert into site_past_sources (period, kind, name, views)
    select p.period, s.kind, s.name, sum(s.views)
    from (values (7), (30), (90)) p (period)
    join site_daily_sources s on s.day > current_date - p.period and s.day < current_date
    group by 1, 2, 3;
$$;

create or replace function count_views_as_of_today() returns void language sql as $$
  update blog_post_view_counts c set
    views_today = n.today, views_this_week = n.this_week, views_this_month = n.this_month,
    views_7_days = n.days_7, views_30_days = n.days_30, views_90_days = n.days_90
  from (
    select
      k.post_id,
      coalesce(sum(d.views) filter (where d.day = current_date), 0) as today,
      coalesce(sum(d.views) filter (where d.day >= date_trunc('week', now())::date), 0) as this_week,
      coalesce(sum(d.views) filter (where d.day >= date_trunc('month', now())::date), 0) as this_month,
      coalesce(sum(d.views) filter (where d.day > current_date - 7), 0) as days_7,
      coalesce(sum(d.views) filter (where d.day > current_date - 30), 0) as days_30,
      coalesce(sum(d.views) filter (where d.day > current_date - 90), 0) as days_90
    from blog_post_view_counts k
    left join blog_post_daily_views d on d.post_id = k.post_id and d.day > current_date - 90 and d.day <= current_date
    group by k.post_id
  ) n
  where n.post_id = c.post_id
    and (c.views_today, c.views_this_week, c.views_this_month, c.views_7_days, c.views_30_days, c.views_90_days)
      is distinct from (n.today, n.this_week, n.this_month, n.days_7, n.days_30, n.days_90);
  select sum_past_sources();
$$;

-- After the sums by day were lessened by `take_views_from_site`.
create function sum_past_sources_again() returns trigger language plpgsql as $$
begin
  perform sum_past_sources();
  return null;
end $$;
create trigger sum_past_sources_again after delete on blog_posts
  for each statement execute function sum_past_sources_again();

-- Makes all sums anew from the rows, for the days whose rows are all there; earlier days keep theirs.
create or replace function rebuild_view_sums() returns void language plpgsql as $$
declare
  from_day date;
begin
  lock table view_calendar in exclusive mode;
  select rows_since into from_day from view_calendar;
  delete from blog_post_daily_views where day >= from_day;
  insert into blog_post_daily_views (post_id, day, views)
    select post_id, created_at::date, count(*) from blog_post_metrics where created_at::date >= from_day group by 1, 2;
  delete from blog_post_daily_sources where day >= from_day;
  insert into blog_post_daily_sources (post_id, day, referrer_host, campaign, views)
    select post_id, created_at::date, referrer_host, campaign, count(*)
    from blog_post_metrics where created_at::date >= from_day group by 1, 2, 3, 4;
  delete from site_daily_sources where day >= from_day;
  insert into site_daily_sources (day, kind, name, views)
    select day, kind, name, sum(views) from (
      select created_at::date as day, referrer_host, campaign, device, browser, count(*) as views
      from blog_post_metrics where created_at::date >= from_day group by 1, 2, 3, 4, 5
    ) m
    cross join lateral (values
      ('referrer', referrer_host), ('campaign', campaign), ('device', device), ('browser', browser)
    ) s (kind, name)
    group by 1, 2, 3;
  -- How many visitors a day had is known from nowhere else, so its row stays.
  update site_daily_views set views = 0;
  insert into site_daily_views (day, views)
    select day, sum(views) from blog_post_daily_views group by day
    on conflict (day) do update set views = excluded.views;
  delete from blog_post_view_counts;
  insert into blog_post_view_counts (post_id, total_views)
    select p.id, coalesce(sum(d.views), 0) from blog_posts p left join blog_post_daily_views d on d.post_id = p.id
    group by p.id;
  perform count_views_as_of_today();
end $$;

select sum_past_sources();
