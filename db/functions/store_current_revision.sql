-- Stores the current state of a post as a revision, unless it is stored already. Returns the revision. `settings` has
-- every column that is not named here, so that a new one is never missing, and the tags.
create or replace function store_current_revision(post uuid) returns uuid language plpgsql as $$
declare
  stored uuid;
begin
  select r.id into stored
  from blog_post_revisions r join blog_posts p on p.id = r.post_id and p.version = r.version
  where r.post_id = post and r.save_kind <> 'discarded'
  limit 1;
  if stored is not null then
    return stored;
  end if;
  insert into blog_post_revisions (post_id, version, saved_by, save_kind, saved_at, settings, content)
  select
    p.id, p.version, p.saved_by, p.save_kind, p.updated_at,
    (
      select jsonb_object_agg(camel_case(key), value)
      from jsonb_each(to_jsonb(p) - array[
        'id', 'content', 'word_count', 'read_minutes', 'first_published_at', 'created_at', 'updated_at',
        'version', 'is_untitled', 'creation_key', 'saved_by', 'save_kind', 'save_key', 'position'
      ])
    ) || jsonb_build_object(
      'tagIds', (select coalesce(jsonb_agg(tag_id order by tag_id), '[]') from blog_post_tags where post_id = p.id)
    ),
    p.content
  from blog_posts p where p.id = post
  returning id into stored;
  return stored;
end $$;
