-- The site's sums are those of the posts there are. The calendar is every count's first lock, so it is this one's too.
create or replace function lock_view_counting() returns trigger language plpgsql as $$
begin
  perform from view_calendar for update;
  return null;
end $$;
