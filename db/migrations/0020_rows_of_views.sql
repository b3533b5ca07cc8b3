-- Rows of views without a key of their own and without a reference: whole months can lie on other machines.

do $$
declare
  name text;
begin
  for name in
    select conname from pg_constraint
    where conrelid = 'blog_post_metrics'::regclass and contype in ('p', 'f') and conparentid = 0
  loop
    execute format('alter table blog_post_metrics drop constraint %I', name);
  end loop;
end $$;
alter table blog_post_metrics drop column id;
create index blog_post_metrics_post_idx on blog_post_metrics (post_id);

-- What the reference did. That no view of a post that is gone is counted, the sums' own references see to.
create or replace function take_views_of_post_from_site() returns trigger language plpgsql as $$
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
  delete from blog_post_metrics where post_id = old.id;
  return old;
end $$;

create or replace function drop_view_months_before(moment timestamptz) returns setof text language plpgsql as $$
declare
  first_kept constant timestamp := date_trunc('month', moment at time zone 'UTC');
  name text;
  kind text;
begin
  perform from view_calendar for update;
  for name, kind in
    select c.relname, case c.relkind when 'f' then 'foreign table' else 'table' end
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'blog_post_metrics'::regclass
      and c.relname < 'blog_post_metrics_' || to_char(first_kept, 'YYYY_MM')
    order by 1
  loop
    execute format('drop %s %I', kind, name);
    return next name;
  end loop;
  if found then
    -- A month of UTC seldom begins at midnight of the site: the day in which it does has lost some of its rows.
    update view_calendar
    set rows_since = greatest(rows_since, (first_kept at time zone 'UTC' - interval '1 microsecond')::date + 1);
  end if;
end $$;
