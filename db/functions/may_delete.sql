-- True while the clock can be trusted. Every deletion that compares a stored moment with now asks this function.
-- process_now: the clock of the process, where it decides what is old.
create or replace function may_delete(process_now timestamptz default now()) returns boolean language sql stable as $$
  select jumped_at is null and now() between newest_at - interval '1 hour' and newest_at + interval '1 day'
    and process_now between now() - interval '1 hour' and now() + interval '1 hour'
  from clock
$$;
