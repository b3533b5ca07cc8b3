create or replace function set_admin_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := admin_search_text(new.user_id, new.role);
  return new;
end $$;
