-- The key of the author whose list a post stands in: the one that it names, else that of the account of its author.
create or replace function author_keys(public_author_id uuid, author_id uuid) returns text[]
language sql stable as $$
  select array_remove(
    array['author:' || coalesce($1, (select id from authors where user_id = $2))], null)
$$;
