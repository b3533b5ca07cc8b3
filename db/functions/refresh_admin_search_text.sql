create or replace function refresh_admin_search_text() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    update admin_users set search_text = admin_search_text(user_id, role) where user_id = new.id;
  else
    update admin_users set search_text = admin_search_text(user_id, role) where user_id = new.user_id;
  end if;
  return null;
end $$;
