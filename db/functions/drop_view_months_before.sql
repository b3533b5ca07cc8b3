-- Drops the rows of the months that were over at a moment; sums stay. Returns the names of the tables dropped.
create or replace function drop_view_months_before(moment timestamptz) returns setof text language plpgsql as $$
declare
  first_kept constant timestamp := date_trunc('month', moment at time zone 'UTC');
  name text;
begin
  perform from view_calendar for update;
  for name in
    select c.relname
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'blog_post_metrics'::regclass
      and c.relname < 'blog_post_metrics_' || to_char(first_kept, 'YYYY_MM')
    order by 1
  loop
    execute format('drop table %I', name);
    return next name;
  end loop;
  if found then
    -- A month in UTC rarely begins at midnight of the site: the day of its begin has lost some of its rows.
    update view_calendar
    set rows_since = greatest(rows_since, (first_kept at time zone 'UTC' - interval '1 microsecond')::date + 1);
  end if;
end $$;
