-- Replaces the foreign key that partitions of views do not have. The foreign keys of the sums keep views of deleted posts
-- out.
create or replace function subtract_post_views_from_site() returns trigger language plpgsql as $$
begin
  update site_daily_views s set views = s.views - d.views
  from blog_post_daily_views d where d.post_id = old.id and s.day = d.day;
  update site_daily_sums s set views = s.views - d.views
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
