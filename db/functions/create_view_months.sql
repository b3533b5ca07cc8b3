-- Months are in UTC, not in the zone of the site: a partition keeps its bounds when the zone changes.
create or replace function create_view_months(first_moment timestamptz, last_moment timestamptz) returns void language plpgsql as $$
declare
  month timestamp;
  name text;
begin
  for month in
    select generate_series(date_trunc('month', first_moment at time zone 'UTC'), last_moment at time zone 'UTC', interval '1 month')
  loop
    name := 'blog_post_metrics_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      -- Two instances may run this at once.
      perform pg_advisory_xact_lock(7263541010);
      execute format(
        'create table if not exists %I partition of blog_post_metrics for values from (%L) to (%L)',
        name, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
      );
    end if;
  end loop;
end $$;
