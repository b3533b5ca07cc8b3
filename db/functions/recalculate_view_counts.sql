-- Days that have not come yet are there when the clock was ahead; they count as today, so that no period lacks their views.
create or replace function recalculate_view_counts() returns void language sql as $$
  update blog_post_view_counts c set
    views_today = n.today, views_this_week = n.this_week, views_this_month = n.this_month,
    views_7_days = n.days_7, views_30_days = n.days_30, views_90_days = n.days_90
  from (
    select
      k.post_id,
      coalesce(sum(d.views) filter (where d.day >= current_date), 0) as today,
      coalesce(sum(d.views) filter (where d.day >= date_trunc('week', now())::date), 0) as this_week,
      coalesce(sum(d.views) filter (where d.day >= date_trunc('month', now())::date), 0) as this_month,
      coalesce(sum(d.views) filter (where d.day > current_date - 7), 0) as days_7,
      coalesce(sum(d.views) filter (where d.day > current_date - 30), 0) as days_30,
      coalesce(sum(d.views) filter (where d.day > current_date - 90), 0) as days_90
    from blog_post_view_counts k
    left join blog_post_daily_views d on d.post_id = k.post_id and d.day > current_date - 90
    group by k.post_id
  ) n
  where n.post_id = c.post_id
    and (c.views_today, c.views_this_week, c.views_this_month, c.views_7_days, c.views_30_days, c.views_90_days)
      is distinct from (n.today, n.this_week, n.this_month, n.days_7, n.days_30, n.days_90);
$$;
