create or replace function sum_past_sources() returns void language sql as $$
  delete from site_past_sources;
  insert into site_past_sources (period, kind, name, views)
    select p.period, s.kind, s.name, sum(s.views)
    from (values (7), (30), (90)) p (period)
    join site_daily_sources s on s.day > current_date - p.period and s.day < current_date
    group by 1, 2, 3;
$$;
