-- Posts and plain pages, categories, tags, and revisions.

-- Terms -------------------------------------------------------------------

create table blog_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  description text check (char_length(description) between 1 and 2000),
  created_at timestamptz not null default now(),
  -- The line break keeps a search from matching across name and slug.
  search_text text not null generated always as (lower(name || E'\n' || slug)) stored
);
create index blog_categories_name_idx on blog_categories (lower(name), id);
create index blog_categories_created_idx on blog_categories (created_at desc, id desc);

create table blog_tags (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  created_at timestamptz not null default now(),
  search_text text not null generated always as (lower(name || E'\n' || slug)) stored
);
create index blog_tags_name_idx on blog_tags (lower(name), id);
create index blog_tags_created_idx on blog_tags (created_at desc, id desc);

-- Public profiles of those who write. Posts of the account of an author show the author, unless they name another one.
create table authors (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  role text check (char_length(role) between 1 and 120),
  bio text check (char_length(bio) between 1 and 600),
  portrait_id uuid,
  links jsonb not null default '[]' check (jsonb_typeof(links) = 'array' and jsonb_array_length(links) <= 8),
  -- The author outlives the account.
  user_id uuid unique references users on delete set null,
  -- Words by which the search finds the author (domain/search).
  document tsvector not null default '',
  created_at timestamptz not null default now(),
  search_text text not null generated always as (lower(name || E'\n' || slug)) stored
);
create index authors_name_idx on authors (lower(name), id);
create index authors_created_idx on authors (created_at desc, id desc);
create index authors_portrait_idx on authors (portrait_id);
create index authors_document_idx on authors using gin (document);

-- Posts -------------------------------------------------------------------

-- Posts, plain pages (an imprint, careers) and case studies: one row for each, written, published and kept in the same way.
-- domain/kinds.ts says what differs. Lists of the blog say `kind = 'post'`, and so do their indexes.
create table blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title = btrim(title) and char_length(title) between 1 and 300),
  -- A draft with a body alone, which the product named.
  is_untitled boolean not null default false check (not (is_untitled and published)),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  -- Sanitized HTML.
  content text not null default '',
  excerpt text check (char_length(excerpt) between 1 and 2000),
  category_id uuid references blog_categories on delete set null,
  featured_image text check (char_length(featured_image) between 1 and 2000),
  published boolean not null default false,
  featured boolean not null default false,
  -- In the future: the post is scheduled.
  published_at timestamptz,
  -- A calendar day, not an instant: every visitor reads the same date.
  display_published_at date,
  first_published_at timestamptz,
  -- The post outlives the account of its author.
  author_id uuid references users on delete set null,
  -- Shown to visitors instead of the author's own profile.
  public_author_id uuid references authors on delete set null,
  word_count integer not null default 0 check (word_count >= 0),
  read_minutes integer not null default 1 check (read_minutes >= 1),
  -- Optimistic concurrency: raised by every save and compared by the next one.
  version integer not null default 1 check (version >= 1),
  -- Idempotency key of the form that created the post: a retry finds the post and creates no second one.
  creation_key uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  saved_by uuid references users on delete set null,
  -- A button of the form, the form's autosave, or anything else (the list, a script).
  save_kind text not null default 'other' check (save_kind in ('save', 'autosave', 'other')),
  -- Idempotency key of the save that made this version: a form that lost the answer recognizes its own save.
  save_key uuid not null default gen_random_uuid(),
  -- A BCP 47 tag; null: that of the site.
  language text check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' and char_length(language) <= 35),
  -- Texts that search engines and shared links show instead of its title, excerpt and featured image.
  meta_description text check (char_length(meta_description) between 1 and 500),
  social_title text check (char_length(social_title) between 1 and 300),
  social_image text check (char_length(social_image) between 1 and 2000),
  -- The address of the original, where the post was first published on another site.
  canonical_url text check (canonical_url ~ '^https?://' and char_length(canonical_url) <= 2000),
  noindex boolean not null default false,
  -- Changes by a draft to what its featured image says: JSON with the fields that were changed; null: none. Kept by
  -- automatic saves, given to the image by the save of the author.
  image_description text check (char_length(image_description) between 1 and 20000),
  kind text not null default 'post' check (kind in ('post', 'page', 'case_study')),
  -- Facts of a kind beside the fields of all, by the names of the fields (domain/posts/post-fields.ts).
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  client_logo text check (char_length(client_logo) between 1 and 2000),
  -- Set by ordering by hand. Those without one come first, the newest before the others.
  position integer check (position >= 1),
  constraint published_case_studies_have_a_client check (kind <> 'case_study' or not published or facts ? 'client'),
  constraint published_posts_have_a_date check (not published or published_at is not null),
  constraint only_posts_are_in_the_blog check (kind = 'post' or (category_id is null and not featured))
);
create index blog_posts_public_idx on blog_posts (published_at desc, id desc) where published and kind = 'post';
create index blog_posts_featured_idx on blog_posts (published_at desc, id desc)
  where published and featured and kind = 'post';
create index blog_posts_category_idx on blog_posts (category_id, published_at desc, id desc);
create index blog_posts_author_idx on blog_posts (author_id);
create index blog_posts_public_author_idx on blog_posts (public_author_id);
create index blog_posts_saved_by_idx on blog_posts (saved_by);

-- One index for each order of the admin's list, with every column that its filters and its search read: answered from the
-- index alone, at any number of posts.
create index blog_posts_by_created_idx on blog_posts (created_at desc, id desc)
  include (title, category_id, author_id, published, published_at) where kind = 'post';
create index blog_posts_by_updated_idx on blog_posts (updated_at desc, id desc)
  include (title, category_id, author_id, published, published_at) where kind = 'post';
create index blog_posts_by_title_idx on blog_posts (lower(title), id)
  include (title, category_id, author_id, published, published_at) where kind = 'post';
create index blog_posts_drafts_idx on blog_posts (created_at desc, id desc)
  include (title, category_id, author_id, updated_at) where not published and kind = 'post';
create index blog_posts_filter_idx on blog_posts (category_id, author_id)
  include (id, title, published, published_at, created_at, updated_at) where kind = 'post';
create index blog_posts_other_kinds_idx on blog_posts (kind, updated_at desc, id desc) where kind <> 'post';
-- Entries that are not merged into the index yet are read by every search: the list of them is kept short.
create index blog_posts_title_ngrams_idx on blog_posts
  using gin (character_ngrams(title)) with (gin_pending_list_limit = 64);

create table blog_post_tags (
  post_id uuid not null references blog_posts on delete cascade,
  tag_id uuid not null references blog_tags on delete cascade,
  primary key (post_id, tag_id)
);
create index blog_post_tags_tag_idx on blog_post_tags (tag_id, post_id);

-- Slugs under which a post was public, or that a category, tag or author had, before it was renamed, merged or deleted. Their
-- addresses redirect to its present one; those of a deleted post answer 410.
create table slug_redirects (
  kind text not null check (kind in ('post', 'category', 'tag', 'author')),
  slug text not null,
  -- Null: the post was deleted.
  post_id uuid references blog_posts on delete set null,
  category_id uuid references blog_categories on delete cascade,
  tag_id uuid references blog_tags on delete cascade,
  author_id uuid references authors on delete cascade,
  -- The id of the term that had the slug until it was merged: a form or an earlier version of a post may still name it.
  merged_id uuid,
  created_at timestamptz not null default now(),
  primary key (kind, slug)
);
create index slug_redirects_merged_idx on slug_redirects (merged_id) where merged_id is not null;
create index slug_redirects_post_idx on slug_redirects (post_id);
create index slug_redirects_category_idx on slug_redirects (category_id);
create index slug_redirects_tag_idx on slug_redirects (tag_id);
create index slug_redirects_author_idx on slug_redirects (author_id);

-- Editing -----------------------------------------------------------------

-- Earlier versions of a post. The present one is the row of the post itself.
create table blog_post_revisions (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references blog_posts on delete cascade,
  version integer not null,
  saved_by uuid references users on delete set null,
  -- The kind of the save, or 'discarded': pending changes that were discarded or replaced.
  save_kind text not null check (save_kind in ('save', 'autosave', 'other', 'discarded')),
  saved_at timestamptz not null,
  -- Every field but the content.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  content text not null
);
create index blog_post_revisions_post_idx on blog_post_revisions (post_id, version desc, saved_at desc);
create index blog_post_revisions_saved_by_idx on blog_post_revisions (saved_by);
create trigger store_post_revision before update on blog_posts
  for each row when (old.version <> new.version) execute function store_post_revision();

-- Changes of a published post that its editor has not published yet. Visitors never see them.
create table blog_post_pending_changes (
  post_id uuid primary key references blog_posts on delete cascade,
  -- The version of the post that the changes were begun on.
  post_version integer not null,
  -- Optimistic concurrency of the changes themselves.
  version integer not null default 1 check (version >= 1),
  saved_by uuid references users on delete set null,
  save_key uuid not null default gen_random_uuid(),
  saved_at timestamptz not null default now(),
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  content text not null
);
create index blog_post_pending_changes_saved_by_idx on blog_post_pending_changes (saved_by);

-- Links that show one post to a visitor without an account before it is public. Only a hash of the token is stored.
create table blog_post_share_links (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  post_id uuid not null references blog_posts on delete cascade,
  -- The link ends with the role of the admin who created it.
  created_by uuid not null references admin_users (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index blog_post_share_links_post_idx on blog_post_share_links (post_id, expires_at);
create index blog_post_share_links_created_by_idx on blog_post_share_links (created_by);

-- Who has the form of a post open. Unlogged: a crash of the server empties it, and the forms that are open say so again
-- within seconds.
create unlogged table blog_post_editors (
  post_id uuid not null references blog_posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (post_id, user_id)
);
create index blog_post_editors_user_idx on blog_post_editors (user_id, seen_at);
