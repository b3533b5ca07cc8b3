create or replace function insert_view_counts() returns trigger language plpgsql as $$
begin
  insert into blog_post_view_counts (post_id) values (new.id);
  return null;
end $$;
