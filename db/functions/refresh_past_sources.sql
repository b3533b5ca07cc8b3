-- After the sums by day were lessened by `subtract_post_views_from_site`.
create or replace function refresh_past_sources() returns trigger language plpgsql as $$
begin
  perform sum_past_sources();
  return null;
end $$;
