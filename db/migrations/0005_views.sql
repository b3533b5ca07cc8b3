-- Views: one row for each, by month, and beside them the sums that every screen reads.

-- Rows ----------------------------------------------------------------------

alter table blog_post_metrics rename to blog_post_metrics_before_months;
drop view blog_post_stats;
drop index blog_post_metrics_post_idx;
drop index blog_post_metrics_created_idx;

create sequence blog_post_metrics_number as bigint;

-- The post comes first in the key, so that the table can also be spread over machines by it.
create table blog_post_metrics (
  post_id uuid not null references blog_posts on delete cascade,
  created_at timestamptz not null default now(),
  id bigint not null default nextval('blog_post_metrics_number'),
  -- Empty: came directly, or nobody knows.
  referrer_host text not null default '' check (char_length(referrer_host) <= 100),
  campaign text not null default '' check (char_length(campaign) <= 100),
  device text not null default '' check (char_length(device) <= 20),
  browser text not null default '' check (char_length(browser) <= 40),
  primary key (post_id, created_at, id)
) partition by range (created_at);
alter sequence blog_post_metrics_number owned by blog_post_metrics.id;
create index blog_post_metrics_created_idx on blog_post_metrics (created_at desc);

-- Months are those of UTC, whatever the zone of the site: a partition keeps its borders when the zone is changed.
create function make_view_months(first_moment timestamptz, last_moment timestamptz) returns void language plpgsql as $$
declare
  month timestamp;
  name text;
begin
  for month in
    select generate_series(date_trunc('month', first_moment at time zone 'UTC'), last_moment at time zone 'UTC', interval '1 month')
  loop
    name := 'blog_post_metrics_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      -- Two instances may come here at once.
      perform pg_advisory_xact_lock(7263541010);
      execute format(
        'create table if not exists %I partition of blog_post_metrics for values from (%L) to (%L)',
        name, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
      );
    end if;
  end loop;
end $$;

select make_view_months(
  least(now(), (select min(created_at) from blog_post_metrics_before_months)),
  now() + interval '2 months'
);
insert into blog_post_metrics (post_id, created_at, id)
select post_id, created_at, nextval('blog_post_metrics_number') from blog_post_metrics_before_months;
drop table blog_post_metrics_before_months;

-- Sums ----------------------------------------------------------------------
-- A day is one of the site's zone, which every session has.

create table blog_post_daily_views (
  post_id uuid not null references blog_posts on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (post_id, day)
);
create index blog_post_daily_views_day_idx on blog_post_daily_views (day);

create table blog_post_daily_sources (
  post_id uuid not null references blog_posts on delete cascade,
  day date not null,
  referrer_host text not null,
  campaign text not null,
  views integer not null check (views > 0),
  primary key (post_id, day, referrer_host, campaign)
);

-- What lists and cards show of a post. All but the total are as of the day in view_calendar. Never indexed by a figure:
-- so every count is an update in place.
create table blog_post_view_counts (
  post_id uuid primary key references blog_posts on delete cascade,
  total_views bigint not null default 0,
  views_today integer not null default 0,
  views_this_week integer not null default 0,
  views_this_month integer not null default 0,
  views_7_days integer not null default 0,
  views_30_days integer not null default 0,
  views_90_days integer not null default 0
) with (fillfactor = 60);

create table view_calendar (
  only_row boolean primary key default true check (only_row),
  as_of date not null
);
insert into view_calendar (as_of) values (date '-infinity');

create table site_daily_views (
  day date primary key,
  views integer not null default 0,
  visitors integer not null default 0
) with (fillfactor = 60);

create table site_daily_sources (
  day date not null,
  kind text not null check (kind in ('referrer', 'campaign', 'device', 'browser')),
  name text not null,
  views integer not null check (views >= 0),
  primary key (day, kind, name)
) with (fillfactor = 60);

create table left_out_views (
  day date not null,
  reason text not null check (reason in ('bot', 'prefetch', 'staff', 'hidden', 'repeat')),
  views integer not null check (views > 0),
  primary key (day, reason)
) with (fillfactor = 60);

-- Visitors ------------------------------------------------------------------
-- Who a visitor is, is never kept: a hash with a salt that is forgotten at the end of the day. Unlogged, so that neither
-- the write-ahead log nor a backup of it ever holds the salt; a crash of the server forgets it early.

create unlogged table visitor_salt (
  only_row boolean primary key default true check (only_row),
  salt bytea not null
);
create unlogged table visitors_today (
  visitor bytea primary key
);
create unlogged table recent_views (
  visitor bytea not null,
  post_id uuid not null,
  counted_at timestamptz not null,
  primary key (visitor, post_id)
);

-- A new day: last day's visitors are forgotten, and what is "as of today" is made anew from the sums by day. Tables are
-- locked before the calendar, because a count that waits for the calendar has the tables already.
create function begin_view_day() returns void language plpgsql as $$
begin
  perform from view_calendar where as_of = current_date;
  if found then return; end if;
  lock table recent_views, visitors_today, visitor_salt in access exclusive mode;
  update view_calendar set as_of = current_date where as_of <> current_date;
  if not found then return; end if;
  -- Truncating gives the file back: a deleted row would stay readable on the disk.
  truncate recent_views, visitors_today, visitor_salt;
  perform count_views_as_of_today();
end $$;

create function count_views_as_of_today() returns void language sql as $$
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
$$;

-- Makes all sums anew from the rows, for the days whose rows are all there; earlier days keep theirs.
create function rebuild_view_sums() returns void language plpgsql as $$
declare
  from_day date := (select min(created_at)::date from blog_post_metrics);
begin
  lock table view_calendar in exclusive mode;
  delete from blog_post_daily_views where day >= from_day;
  insert into blog_post_daily_views (post_id, day, views)
    select post_id, created_at::date, count(*) from blog_post_metrics group by 1, 2;
  delete from blog_post_daily_sources where day >= from_day;
  insert into blog_post_daily_sources (post_id, day, referrer_host, campaign, views)
    select post_id, created_at::date, referrer_host, campaign, count(*) from blog_post_metrics group by 1, 2, 3, 4;
  delete from site_daily_sources where day >= from_day;
  insert into site_daily_sources (day, kind, name, views)
    select day, kind, name, sum(views) from (
      select created_at::date as day, referrer_host, campaign, device, browser, count(*) as views
      from blog_post_metrics group by 1, 2, 3, 4, 5
    ) m
    cross join lateral (values
      ('referrer', referrer_host), ('campaign', campaign), ('device', device), ('browser', browser)
    ) s (kind, name)
    group by 1, 2, 3;
  insert into site_daily_views (day, views)
    select day, sum(views) from blog_post_daily_views where day >= from_day group by day
    on conflict (day) do update set views = excluded.views;
  delete from blog_post_view_counts;
  insert into blog_post_view_counts (post_id, total_views)
    select post_id, sum(views) from blog_post_daily_views group by post_id;
  perform count_views_as_of_today();
end $$;

-- The site's sums are those of the posts there are. The calendar is every count's first lock, so it is this one's too.
create function hold_view_counting() returns trigger language plpgsql as $$
begin
  perform from view_calendar for update;
  return null;
end $$;
create trigger hold_view_counting before delete on blog_posts
  for each statement execute function hold_view_counting();

create function take_views_of_post_from_site() returns trigger language plpgsql as $$
begin
  update site_daily_views s set views = s.views - d.views
  from blog_post_daily_views d where d.post_id = old.id and s.day = d.day;
  update site_daily_sources s set views = s.views - d.views
  from (
    select day, 'referrer' as kind, referrer_host as name, sum(views) as views
    from blog_post_daily_sources where post_id = old.id group by 1, 3
    union all
    select day, 'campaign', campaign, sum(views) from blog_post_daily_sources where post_id = old.id group by 1, 3
    union all
    select created_at::date, 'device', device, count(*) from blog_post_metrics where post_id = old.id group by 1, 3
    union all
    select created_at::date, 'browser', browser, count(*) from blog_post_metrics where post_id = old.id group by 1, 3
  ) d
  where s.day = d.day and s.kind = d.kind and s.name = d.name;
  return old;
end $$;
create trigger take_views_from_site before delete on blog_posts
  for each row execute function take_views_of_post_from_site();

create view blog_post_stats as
select
  p.id, p.title, p.slug, p.published, p.created_at,
  coalesce(c.total_views, 0) as total_views,
  case when v.as_of = current_date then coalesce(c.views_today, 0) else 0 end as views_today,
  case when date_trunc('week', v.as_of) = date_trunc('week', current_date)
    then coalesce(c.views_this_week, 0) else 0 end as views_this_week,
  case when date_trunc('month', v.as_of) = date_trunc('month', current_date)
    then coalesce(c.views_this_month, 0) else 0 end as views_this_month
from blog_posts p
cross join view_calendar v
left join blog_post_view_counts c on c.post_id = p.id;

select rebuild_view_sums();
