-- Keeps the figures that sum up posts: at the end of the transaction, so that saves wait for each other only then.
create or replace function sum_post() returns trigger language plpgsql as $$
begin
  if (old.kind, old.category_id, old.published, old.featured)
    is not distinct from (new.kind, new.category_id, new.published, new.featured) then return null; end if;
  -- The order in which every transaction that changes posts locks the two.
  perform from content_version for update;
  if tg_op = 'DELETE' then perform settle_views();
  else perform from visitor_salt for update;
  end if;
  insert into views_today (what, name, period)
  select 'post', new.id::text, unnest('{total,today,week,month}'::text[]) where new.kind = 'post'
  on conflict do nothing;
  insert into views_today as t (what, name, period, views)
  select what, name, period, sum(views) from (
    select * from post_sums(new.id, new.kind, new.category_id, new.published, new.featured)
    union all
    select what, name, period, -views from post_sums(old.id, old.kind, old.category_id, old.published, old.featured)
  ) s group by what, name, period
  on conflict (what, name, period) do update set views = t.views + excluded.views;
  if tg_op <> 'DELETE' then return null; end if;

  with gone as (
    delete from blog_post_metrics where post_id = old.id returning *
  ), lost as materialized (
    select n.what, n.name, created_at::date as day, count(*) as views
    from gone g, view_names(post_id, referrer_host, campaign, device, browser) n group by 1, 2, 3
  ), days as (
    -- A view can be in the day beside, since before a change of the time zone.
    update view_days d set views = greatest(0, d.views - l.views) from lost l
    where (d.what, d.name, d.day) = (l.what, l.name, l.day)
  )
  update views_today t set views = greatest(0, t.views - l.views)
  from (
    select l.what, l.name, p.period, sum(l.views) as views
    from lost l join view_periods p on p.what = l.what and l.day >= p.since group by 1, 2, 3
  ) l
  where (t.what, t.name, t.period) = (l.what, l.name, l.period);
  delete from views_today where what = 'post' and name = old.id::text;
  delete from view_days where what = 'post' and name = old.id::text
    or what = 'post_campaign' and name between old.id || ' ' and old.id || '!';
  return null;
end $$;
