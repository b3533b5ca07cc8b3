-- Starts a new day: deletes the last day's visitors, and recalculates the figures as of today from the sums by day. Tables are
-- locked before the calendar, because a count that waits for the calendar has the tables already.
create or replace function roll_over_view_day() returns void language plpgsql as $$
begin
  perform from view_calendar where as_of = current_date;
  if found then return; end if;
  -- The salt first: every count has it before it waits for the calendar.
  lock table visitor_salt, visits_today, network_counts in access exclusive mode;
  perform from view_calendar where as_of = current_date for update;
  if found then return; end if;
  update view_calendar set as_of = current_date;
  -- Truncating deletes the file: a deleted row would stay readable on the disk.
  truncate visits_today, visitor_salt, network_counts;
  perform recalculate_view_counts();
end $$;
