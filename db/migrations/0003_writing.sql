-- Writing: who saved which state of a post, what it was before, what is not live yet, and who may look at it.

alter table blog_posts
  add column saved_by uuid references users on delete set null,
  -- A button, the form by itself, or something else than the form (the list, a script).
  add column save_kind text not null default 'other' check (save_kind in ('save', 'autosave', 'other')),
  -- Names the save that made this version, so that a form whose answer was lost knows its own work again.
  add column save_key uuid not null default gen_random_uuid();
create index blog_posts_saved_by_idx on blog_posts (saved_by);

-- Earlier states of a post. The present one is the post itself.
create table blog_post_revisions (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references blog_posts on delete cascade,
  version integer not null,
  saved_by uuid references users on delete set null,
  -- Beside those of a post: a working draft that was discarded or overtaken.
  save_kind text not null check (save_kind in ('save', 'autosave', 'other', 'discarded')),
  saved_at timestamptz not null,
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  content text not null
);
create index blog_post_revisions_post_idx on blog_post_revisions (post_id, version desc, saved_at desc);
create index blog_post_revisions_saved_by_idx on blog_post_revisions (saved_by);

-- What a published post will say once its author saves the changes. Visitors never see it.
create table blog_post_working_drafts (
  post_id uuid primary key references blog_posts on delete cascade,
  -- The version of the post that it was begun on.
  post_version integer not null,
  -- Its own concurrency token.
  version integer not null default 1 check (version >= 1),
  saved_by uuid references users on delete set null,
  save_key uuid not null default gen_random_uuid(),
  saved_at timestamptz not null default now(),
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  content text not null
);
create index blog_post_working_drafts_saved_by_idx on blog_post_working_drafts (saved_by);

-- Lets somebody without an account read one post before it is public. Only a hash of the link is stored.
create table blog_post_share_links (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  post_id uuid not null references blog_posts on delete cascade,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index blog_post_share_links_post_idx on blog_post_share_links (post_id, expires_at);
create index blog_post_share_links_created_by_idx on blog_post_share_links (created_by);

-- Every save raises the version, whoever writes it and from where; so no state of a post is ever overwritten unkept. Runs
-- before the tags are replaced. A writer that does not say who saves is not taken for the one before.
create function keep_post_revision() returns trigger language plpgsql as $$
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
create trigger keep_post_revision before update on blog_posts
  for each row when (old.version <> new.version) execute function keep_post_revision();

-- A draft that saves itself every few seconds changes nothing that a visitor sees.
drop trigger content_changed on blog_posts;
create constraint trigger content_changed after update on blog_posts
  deferrable initially deferred for each row when (old.published or new.published)
  execute function raise_content_version();
create constraint trigger content_inserted after insert on blog_posts
  deferrable initially deferred for each row when (new.published) execute function raise_content_version();
create constraint trigger content_deleted after delete on blog_posts
  deferrable initially deferred for each row when (old.published) execute function raise_content_version();
