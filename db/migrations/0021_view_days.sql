-- A new day at any number of posts and days: what leaves a period is subtracted, where everything was added up again.

-- Moves the figures of posts from the end of one day to the beginning of another, later one; no view lies between them.
create function move_view_counts(from_day date, to_day date) returns void language sql as $$
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
  select sum_past_sources();
$$;

create or replace function begin_view_day() returns void language plpgsql as $$
declare
  last_day date;
begin
  perform from view_calendar where as_of = current_date;
  if found then return; end if;
  lock table recent_views, visitors_today, visitor_salt in access exclusive mode;
  select as_of into last_day from view_calendar for update;
  if last_day = current_date then return; end if;
  update view_calendar set as_of = current_date;
  -- Truncating gives the file back: a deleted row would stay readable on the disk.
  truncate recent_views, visitors_today, visitor_salt;
  -- Else it is the first day of all, or the zone of the site was another one and its today lies ahead.
  if last_day > date '-infinity' and not exists (select from site_daily_views where day > last_day)
    and last_day < current_date
  then
    perform move_view_counts(last_day, current_date);
  else
    perform count_views_as_of_today();
  end if;
end $$;
