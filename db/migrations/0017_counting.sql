-- Counting at thousands of views a second, and sums that stay true when rows are dropped.

-- Every view of a day updates the rows of the day: room on their page keeps that an update in place.
alter table blog_post_daily_views set (fillfactor = 80);
alter table blog_post_daily_sources set (fillfactor = 80);

-- Sums of earlier days stand alone: the rows they were made of are no longer (all) there.
alter table view_calendar add column rows_since date not null default '-infinity';
update view_calendar set rows_since = first_month.day
from (
  select (to_timestamp(substring(min(c.relname) from 'metrics_(.*)'), 'YYYY_MM') - interval '1 microsecond')::date + 1 as day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'blog_post_metrics'::regclass
) first_month
where exists (select from blog_post_daily_views d where d.day < first_month.day - 1);

-- Names beyond a day's `most` become one: strangers choose them, and every one of them is a row for ever.
create function names_or_other(of_kind text, names text[], most integer) returns text[] language sql as $$
  with known as materialized (
    select name from site_daily_sources where day = current_date and kind = of_kind
  ), added as (
    select name, row_number() over (order by min(position)) as place
    from unnest(names) with ordinality as sent (name, position)
    where not exists (select from known k where k.name = sent.name)
    group by name
  )
  select array_agg(
    case when a.place > most - (select count(*) from known) then '(other)' else sent.name end order by sent.position
  )
  from unnest(names) with ordinality as sent (name, position) left join added a on a.name = sent.name
$$;

-- Counts views of public posts, one at each position, where the visitor is new to the post in 30 minutes: rows, sums and
-- what was left out, all of it or nothing. A function, because planning the statement costs more than running it.
-- Returns how many counted; null when the salt is not today's, and then nothing was written.
create function count_views(
  used_salt bytea, post_ids uuid[], visitors bytea[], referrer_hosts text[], campaigns text[], devices text[],
  browsers text[], reasons text[], reason_views integer[]
) returns integer language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  most_referrers constant integer := 1000;
  most_campaigns constant integer := 200;
  referrers integer;
  named_campaigns integer;
  counted_views integer;
begin
  -- One group at a time, of all instances together.
  perform from view_calendar
  where as_of = current_date and exists (select from visitor_salt where salt = used_salt) for update;
  if not found then return null; end if;

  select count(*) filter (where kind = 'referrer'), count(*) filter (where kind = 'campaign')
  into referrers, named_campaigns from site_daily_sources where day = current_date;
  if referrers + cardinality(post_ids) > most_referrers then
    referrer_hosts := names_or_other('referrer', referrer_hosts, most_referrers);
  end if;
  if named_campaigns + cardinality(post_ids) > most_campaigns then
    campaigns := names_or_other('campaign', campaigns, most_campaigns);
  end if;

  with arrived as materialized (
    select distinct on (post_id, visitor) v.*
    from unnest(post_ids, visitors, referrer_hosts, campaigns, devices, browsers)
      with ordinality as v (post_id, visitor, referrer_host, campaign, device, browser, position)
    order by post_id, visitor, position
  ), remembered as (
    insert into recent_views as r (visitor, post_id, counted_at)
    select visitor, post_id, now() from arrived
    on conflict (visitor, post_id) do update set counted_at = excluded.counted_at
      where r.counted_at <= now() - interval '30 minutes'
    returning r.visitor, r.post_id
  ), counted as materialized (
    select a.* from arrived a join remembered r on r.post_id = a.post_id and r.visitor = a.visitor
  ), stored as (
    insert into blog_post_metrics (post_id, referrer_host, campaign, device, browser)
    select post_id, referrer_host, campaign, device, browser from counted
  ), by_day as (
    insert into blog_post_daily_views as t (post_id, day, views)
    select post_id, current_date, count(*) from counted group by post_id
    on conflict (post_id, day) do update set views = t.views + excluded.views
  ), by_source as (
    insert into blog_post_daily_sources as t (post_id, day, referrer_host, campaign, views)
    select post_id, current_date, referrer_host, campaign, count(*) from counted
    group by post_id, referrer_host, campaign
    on conflict (post_id, day, referrer_host, campaign) do update set views = t.views + excluded.views
  ), of_post as (
    insert into blog_post_view_counts as t (
      post_id, total_views, views_today, views_this_week, views_this_month, views_7_days, views_30_days, views_90_days
    )
    select post_id, n, n, n, n, n, n, n from (select post_id, count(*) as n from counted group by post_id) c
    on conflict (post_id) do update set
      total_views = t.total_views + excluded.total_views,
      views_today = t.views_today + excluded.views_today,
      views_this_week = t.views_this_week + excluded.views_this_week,
      views_this_month = t.views_this_month + excluded.views_this_month,
      views_7_days = t.views_7_days + excluded.views_7_days,
      views_30_days = t.views_30_days + excluded.views_30_days,
      views_90_days = t.views_90_days + excluded.views_90_days
  ), new_visitors as (
    insert into visitors_today (visitor) select distinct visitor from counted
    on conflict do nothing returning visitor
  ), of_site as (
    insert into site_daily_views as t (day, views, visitors)
    select current_date, (select count(*) from counted), (select count(*) from new_visitors)
    where exists (select from counted)
    on conflict (day) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors
  ), of_site_by_source as (
    insert into site_daily_sources as t (day, kind, name, views)
    select current_date, s.kind, s.name, count(*) from counted c cross join lateral (values
      ('referrer', c.referrer_host), ('campaign', c.campaign), ('device', c.device), ('browser', c.browser)
    ) s (kind, name) group by s.kind, s.name
    on conflict (day, kind, name) do update set views = t.views + excluded.views
  ), not_counted as (
    insert into left_out_views as t (day, reason, views)
    select current_date, reason, sum(n) from (
      select * from unnest(reasons, reason_views) as seen (reason, n)
      union all select 'repeat', cardinality(post_ids) - (select count(*) from counted)
    ) l where n > 0 group by reason
    on conflict (day, reason) do update set views = t.views + excluded.views
  )
  select count(*) from counted into counted_views;
  return counted_views;
end $$;

-- Drops the rows of the months that were over at a moment; sums stay. Returns the names of the tables dropped.
create function drop_view_months_before(moment timestamptz) returns setof text language plpgsql as $$
declare
  first_kept constant timestamp := date_trunc('month', moment at time zone 'UTC');
  name text;
begin
  perform from view_calendar for update;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'blog_post_metrics'::regclass
      and c.relname < 'blog_post_metrics_' || to_char(first_kept, 'YYYY_MM')
    order by 1
  loop
    execute format('drop table %I', name);
    return next name;
  end loop;
  if found then
    -- A month of UTC seldom begins at midnight of the site: the day in which it does has lost some of its rows.
    update view_calendar
    set rows_since = greatest(rows_since, (first_kept at time zone 'UTC' - interval '1 microsecond')::date + 1);
  end if;
end $$;
