create or replace function mark_had_role() returns trigger language plpgsql as $$
begin
  update users set had_role = true where id = new.user_id and not had_role;
  return null;
end $$;
