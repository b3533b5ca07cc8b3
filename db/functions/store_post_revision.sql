-- Runs before every save, from any writer: a save raises the version. Stores the state that is written over; its tags are
-- replaced after this has run. `settings` has every field and the tags. A writer that does not say who saves is not taken for the previous one.
create or replace function store_post_revision() returns trigger language plpgsql as $$
begin
  insert into blog_post_revisions (post_id, version, saved_by, save_kind, saved_at, settings, content)
  values (
    old.id, old.version, old.saved_by, old.save_kind, old.updated_at,
    (
      -- The name of a field from that of its column: category_id is categoryId.
      select jsonb_object_agg(left(key, 1) || substr(replace(initcap(replace(key, '_', ' ') collate "C"), ' ', ''), 2), value)
      from jsonb_each(to_jsonb(old))
      where key = any(post_parts('column'))
    ) || old.facts || jsonb_build_object(
      'tagIds', (select coalesce(jsonb_agg(tag_id order by tag_id), '[]') from blog_post_tags where post_id = old.id)
    ),
    old.content
  );
  if new.save_key = old.save_key then
    new.saved_by := null;
    new.save_kind := 'other';
    new.save_key := gen_random_uuid();
  end if;
  return new;
end $$;
