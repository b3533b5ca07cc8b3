-- Counts views of public pages, one at each position of the arrays, by the rules of domain/analytics/view-recorder.ts: the
-- rows, the sums and the ignored views, all of it or nothing. A page is the id of a post or a path; of paths only the sums
-- of each day are stored. Returns false, with nothing written, when the salt is not today's. A function, because planning
-- the statement costs more than running it. Lookups by key are scalar subqueries and sequential scans are off: the plan is
-- made while the tables of the day are empty, and must stay right when they are large.
create or replace function count_views(
  used_salt bytea, rules jsonb, pages text[], visitors bytea[], networks bytea[],
  referrer_hosts text[], campaigns text[], devices text[], browsers text[], reasons text[], reason_views integer[]
) returns boolean language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  repeat_after constant interval := make_interval(mins => (rules ->> 'repeatMinutes')::integer);
  max_referrers constant integer := (rules ->> 'maxReferrers')::integer;
  max_campaigns constant integer := (rules ->> 'maxCampaigns')::integer;
  -- Null: a network has no limits.
  max_network_views constant integer := (rules -> 'network' ->> 'maxViews')::integer;
  max_network_referrers constant integer := (rules -> 'network' ->> 'maxReferrers')::integer;
  max_network_campaigns constant integer := (rules -> 'network' ->> 'maxCampaigns')::integer;
  has_new_names boolean;
begin
  -- One group at a time, of all instances together.
  perform from view_calendar
  where as_of = current_date and exists (select from visitor_salt where salt = used_salt) for update;
  if not found then return false; end if;

  has_new_names := exists (
    select from (
      select 'referrer' as kind, unnest(referrer_hosts) as name union select 'campaign', unnest(campaigns)
    ) sent
    where name <> '' and (
      select true from site_daily_sums d where d.day = current_date and d.kind = sent.kind and d.name = sent.name
    ) is null
  );
  if has_new_names then
    referrer_hosts := limit_new_names('referrer', referrer_hosts, networks, max_referrers, max_network_referrers);
    campaigns := limit_new_names('campaign', campaigns, networks, max_campaigns, max_network_campaigns);
  end if;

  with arrived as materialized (
    select distinct on (page, visitor) v.*, case when page not like '/%' then page::uuid end as post_id
    from unnest(pages, visitors, networks, referrer_hosts, campaigns, devices, browsers)
      with ordinality as v (page, visitor, network, referrer_host, campaign, device, browser, position)
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
  ), names_of_network as (
    insert into network_counts as t (network, subject, total)
    select c.network, s.kind, count(distinct s.name)
    from counted c cross join lateral (values
      ('referrer', c.referrer_host), ('campaign', c.campaign)
    ) s (kind, name)
    where has_new_names and s.name not in ('', '(other)') and (
      select true from site_daily_sums d where d.day = current_date and d.kind = s.kind and d.name = s.name
    ) is null
    group by c.network, s.kind
    on conflict (network, subject) do update set total = t.total + excluded.total
  ), by_path as (
    insert into page_daily_views as t (day, page, views, visitors)
    select current_date, page, count(*), count(*) filter (where last_counted_at is null)
    from counted where post_id is null group by page
    on conflict (day, page) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors
  ), of_posts as materialized (
    select * from counted where post_id is not null
  ), stored as (
    insert into blog_post_metrics (post_id, referrer_host, campaign, device, browser)
    select post_id, referrer_host, campaign, device, browser from of_posts
  ), by_day as (
    insert into blog_post_daily_views as t (post_id, day, views, visitors)
    select post_id, current_date, count(*), count(*) filter (where last_counted_at is null) from of_posts group by post_id
    on conflict (post_id, day) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors
  ), by_source as (
    insert into blog_post_daily_sources as t (post_id, day, referrer_host, campaign, views)
    select post_id, current_date, referrer_host, campaign, count(*) from of_posts
    group by post_id, referrer_host, campaign
    on conflict (post_id, day, referrer_host, campaign) do update set views = t.views + excluded.views
  ), of_post as (
    insert into blog_post_view_counts as t (
      post_id, total_views, views_today, views_this_week, views_this_month, views_7_days, views_30_days, views_90_days
    )
    select post_id, n, n, n, n, n, n, n from (select post_id, count(*) as n from of_posts group by post_id) c
    on conflict (post_id) do update set
      total_views = t.total_views + excluded.total_views,
      views_today = t.views_today + excluded.views_today,
      views_this_week = t.views_this_week + excluded.views_this_week,
      views_this_month = t.views_this_month + excluded.views_this_month,
      views_7_days = t.views_7_days + excluded.views_7_days,
      views_30_days = t.views_30_days + excluded.views_30_days,
      views_90_days = t.views_90_days + excluded.views_90_days
  ), new_visitors as (
    select distinct visitor from of_posts c where (
      select true from visits_today t where t.visitor = c.visitor and t.page not like '/%' limit 1
    ) is null
  ), of_site as (
    insert into site_daily_views as t (day, views, visitors)
    select current_date, (select count(*) from of_posts), (select count(*) from new_visitors)
    where exists (select from of_posts)
    on conflict (day) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors
  ), of_site_by_source as (
    insert into site_daily_sums as t (day, kind, name, views)
    select current_date, s.kind, s.name, count(*) from of_posts c cross join lateral (values
      ('referrer', c.referrer_host), ('campaign', c.campaign), ('device', c.device), ('browser', c.browser)
    ) s (kind, name) group by s.kind, s.name
    on conflict (day, kind, name) do update set views = t.views + excluded.views
  ), fresh_posts as (
    select count(*) as views from fresh where post_id is not null
  )
  insert into site_daily_sums as t (day, kind, name, views)
  select current_date, 'ignored', reason, sum(n) from (
    select * from unnest(reasons, reason_views) as seen (reason, n)
    union all
    select 'repeat', (select count(*) from unnest(pages) page where page not like '/%') - (select views from fresh_posts)
    union all select 'network', (select views from fresh_posts) - (select count(*) from of_posts)
  ) l where n > 0 group by reason
  on conflict (day, kind, name) do update set views = t.views + excluded.views;
  return true;
end $$;
