-- Updates the figures of posts from the end of one day to the start of a later one without views in between.
create or replace function shift_view_counts(from_day date, to_day date) returns void language sql as $$
  with gone as (
    select
      post_id,
      sum(views) filter (where day > from_day - 7 and day <= to_day - 7) as days_7,
      sum(views) filter (where day > from_day - 30 and day <= to_day - 30) as days_30,
      sum(views) filter (where day > from_day - 90 and day <= to_day - 90) as days_90
    from blog_post_daily_views
    where day > from_day - 90 and day <= to_day - 90
      or day > from_day - 30 and day <= to_day - 30
      or day > from_day - 7 and day <= to_day - 7
    group by post_id
  )
  update blog_post_view_counts c set
    views_today = 0,
    views_this_week =
      case when date_trunc('week', from_day) = date_trunc('week', to_day) then c.views_this_week else 0 end,
    views_this_month =
      case when date_trunc('month', from_day) = date_trunc('month', to_day) then c.views_this_month else 0 end,
    views_7_days = c.views_7_days - coalesce(n.days_7, 0),
    views_30_days = c.views_30_days - coalesce(n.days_30, 0),
    views_90_days = c.views_90_days - coalesce(n.days_90, 0)
  from blog_post_view_counts k left join gone n on n.post_id = k.post_id
  where k.post_id = c.post_id and c.views_90_days > 0;
$$;
