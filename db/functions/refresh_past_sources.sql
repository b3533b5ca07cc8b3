-- Runs after `subtract_post_views_from_site` has changed the sums by day.
create or replace function refresh_past_sources() returns trigger language plpgsql as $$
begin
  perform sum_past_sources();
  return null;
end $$;
