-- Stores the state before every save as a revision, from any writer, so that no state of a post is lost. Runs before the
-- tags are replaced. A writer that does not say who saves is not taken for the one before.
create or replace function store_post_revision() returns trigger language plpgsql as $$
begin
  insert into blog_post_revisions (post_id, version, saved_by, save_kind, saved_at, settings, content)
  values (
    old.id, old.version, old.saved_by, old.save_kind, old.updated_at,
    jsonb_build_object(
      'title', old.title, 'slug', old.slug, 'excerpt', old.excerpt, 'categoryId', old.category_id,
      'featuredImage', old.featured_image, 'published', old.published, 'featured', old.featured,
      'publishedAt', old.published_at, 'displayPublishedAt', old.display_published_at, 'authorId', old.author_id,
      'tagIds', (select coalesce(jsonb_agg(tag_id order by tag_id), '[]') from blog_post_tags where post_id = old.id)),
    old.content);
  if new.save_key = old.save_key then
    new.saved_by := null;
    new.save_kind := 'other';
    new.save_key := gen_random_uuid();
  end if;
  return new;
end $$;
