-- Counts views of public pages, one at each position of the arrays, by the rules of domain/analytics/view-recorder.ts: the
-- rows, the counts and the ignored views, all of it or nothing. A page is the id of a post or a path. Returns false, with
-- nothing written, when the salt is not today's. Null limits: a network has none. A function, because planning the statement
-- costs more than running it. Lookups are scalar subqueries and sequential scans are off: the plan is made while the tables of
-- the day are empty, and must stay right when they are large.
create or replace function count_views(
  used_salt bytea, repeat_after interval, max_views integer, max_names integer, pages text[], visitor_hashes bytea[],
  network_hashes bytea[], referrer_hosts text[], campaigns text[], devices text[], browsers text[], reasons text[],
  reason_views integer[]
) returns boolean language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  max_names_of_day constant integer := 1000;
  added_name record;
begin
  -- One group at a time, of all instances together.
  perform from visitor_salt where salt = used_salt and day = current_date for update;
  if not found then return false; end if;

  for added_name in
    select distinct on (s.what, s.name) s.what, s.name, sent.network
    from unnest(network_hashes, referrer_hosts, campaigns) sent (network, referrer_host, campaign)
    cross join lateral (values ('referrer', referrer_host), ('campaign', campaign)) s (what, name)
    where s.name not in ('', '(other)')
      and (select true from view_days d where d.what = s.what and d.name = s.name and d.day = current_date) is null
  loop
    if (select count(*) from visits_today where page = added_name.what) < max_names_of_day
      and coalesce((select count(*) from visits_today where page = added_name.what and network = added_name.network) < max_names, true)
    then
      insert into visits_today (page, network, visitor)
      values (added_name.what, added_name.network, convert_to(added_name.name, 'UTF8')) on conflict do nothing;
    elsif added_name.what = 'referrer' then referrer_hosts := array_replace(referrer_hosts, added_name.name, '(other)');
    else campaigns := array_replace(campaigns, added_name.name, '(other)');
    end if;
  end loop;

  with given as (
    select v.*, case when page not like '/%' then page::uuid end as id
    from unnest(pages, visitor_hashes, network_hashes, referrer_hosts, campaigns, devices, browsers)
      with ordinality as v (page, visitor, network, referrer_host, campaign, device, browser, position)
  ), sent as materialized (
    select g.*, (select p.id from blog_posts p where p.id = g.id and published) as post_id from given g
  ), fresh as materialized (
    select s.*, row_number() over (partition by page, network order by position) as place
    from (select distinct on (page, visitor) * from sent order by page, visitor, position) s
    where (post_id is not null or page like '/%') and (
      select true from visits_today t
      where t.page = s.page and t.network = s.network and t.visitor = s.visitor and t.counted_at > now() - repeat_after
    ) is null
  ), counted as materialized (
    select f.* from fresh f
    where max_views is null or place + coalesce(
      (select sum(views) from visits_today t where t.page = f.page and t.network = f.network), 0
    ) <= max_views
  ), seen as (
    insert into visits_today as t (page, network, visitor)
    select page, network, visitor from counted
    union
    select '', network, visitor from counted where post_id is not null
    on conflict (page, network, visitor) do update set counted_at = excluded.counted_at, views = t.views + 1
    returning page, visitor, views = 1 as is_new
  ), stored as (
    insert into blog_post_metrics (post_id, referrer_host, campaign, device, browser)
    select post_id, referrer_host, campaign, device, browser from counted where post_id is not null
  ), added as materialized (
    select n.what, n.name, count(*) as views, count(distinct c.visitor) filter (where s.is_new) as visitors
    from counted c
    cross join lateral (
      select * from view_names(post_id, referrer_host, campaign, device, browser) where post_id is not null
      union all select 'page', page where post_id is null
    ) n
    left join seen s on s.visitor = c.visitor
      and s.page = case when n.what = 'site' then '' when n.what in ('post', 'page') then n.name end
    group by 1, 2
    union all
    select 'ignored', reason, sum(n), 0
    from (
      select * from unnest(reasons, reason_views) as given (reason, n)
      union all select 'hidden', count(*) from sent where post_id is null and page not like '/%'
      union all select 'repeat', (select count(post_id) from sent) - (select count(post_id) from fresh)
      union all select 'network', (select count(post_id) from fresh) - (select count(post_id) from counted)
    ) i
    group by reason having sum(n) > 0
  ), days as (
    insert into view_days as t (day, what, name, views, visitors)
    select case what when 'post_campaign' then '-infinity' else current_date end, what, name, views, visitors
    from added
    on conflict (what, name, day) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors
  )
  insert into views_today as t (what, name, period, views, visitors)
  select what, name, '', views, visitors from added where what not in ('site', 'post_campaign')
  on conflict (what, name, period) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors;
  return true;
end $$;
