create or replace function prevent_activity_change() returns trigger language plpgsql as $$
begin
  raise exception 'The activity log only grows.' using errcode = 'restrict_violation';
end $$;
