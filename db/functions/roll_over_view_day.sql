-- Starts a new day: deletes the last day's visitors, and recalculates the figures as of today from the sums by day. Tables are
-- locked before the calendar, because a count that waits for the calendar has the tables already.
create or replace function roll_over_view_day() returns void language plpgsql as $$
declare
  last_day date;
begin
  perform from view_calendar where as_of = current_date;
  if found then return; end if;
  -- The salt first: every count has it before it waits for the calendar.
  lock table visitor_salt, visits_today, network_counts in access exclusive mode;
  select as_of into last_day from view_calendar for update;
  if last_day = current_date then return; end if;
  update view_calendar set as_of = current_date;
  -- Truncating deletes the file: a deleted row would stay readable on the disk.
  truncate visits_today, visitor_salt, network_counts;
  -- Else it is the first day, or the time zone of the site has changed.
  if last_day > date '-infinity' and not exists (select from site_daily_views where day > last_day)
    and last_day < current_date
  then
    perform shift_view_counts(last_day, current_date);
  else
    perform recalculate_view_counts();
  end if;
end $$;
