-- Deleting posts changes the sums of the site. Counting locks the calendar first, so a deletion does too.
create or replace function lock_view_counting() returns trigger language plpgsql as $$
begin
  perform from view_calendar for update;
  return null;
end $$;
