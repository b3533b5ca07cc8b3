-- The name of a field in TypeScript from the name of its column: category_id is categoryId.
create or replace function camel_case(name text) returns text language sql immutable as $$
  select left(name, 1) || substr(replace(initcap(replace(name, '_', ' ') collate "C"), ' ', ''), 2)
$$;
