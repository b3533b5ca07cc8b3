-- Replaces names that are new today by `(other)`, beyond `max_of_network` of a network and `max_of_day` of the day.
create or replace function limit_new_names(
  of_kind text, names text[], networks bytea[], max_of_day integer, max_of_network integer
) returns text[] language sql as $$
  with added as materialized (
    select distinct on (name) name, network, position
    from unnest(names, networks) with ordinality as sent (name, network, position)
    where name <> '' and (
      select true from site_daily_sums d where d.day = current_date and d.kind = of_kind and d.name = sent.name
    ) is null
    order by name, position
  ), kept as (
    select name, row_number() over (order by position) as place
    from (select *, row_number() over (partition by network order by position) as of_network from added) a
    where max_of_network is null or of_network + coalesce((
      select n.total from network_counts n where n.network = a.network and n.subject = of_kind
    ), 0) <= max_of_network
  )
  select array_agg(
    case
      when a.name is null then sent.name
      when k.place <= max_of_day
        - (select count(*) from site_daily_sums where day = current_date and kind = of_kind) then sent.name
      else '(other)'
    end order by sent.position
  )
  from unnest(names) with ordinality as sent (name, position)
  left join added a on a.name = sent.name
  left join kept k on k.name = sent.name
$$;
