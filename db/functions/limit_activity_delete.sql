create or replace function limit_activity_delete() returns trigger language plpgsql as $$
begin
  if old.created_at < nullif(current_setting('anyforge.delete_activity_before', true), '')::timestamptz then
    return old;
  end if;
  raise exception 'The activity log only grows.' using errcode = 'restrict_violation';
end $$;
