create or replace function admin_search_text(of_user uuid, with_role text) returns text language sql stable as $$
  select lower(concat_ws(E'\n', with_role, replace(with_role, '_', ' '), u.email, p.display_name, p.username))
  from users u left join profiles p on p.user_id = u.id where u.id = of_user
$$;
