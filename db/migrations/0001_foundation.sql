-- Everything of the first release. Runs on PostgreSQL 15 and newer.

-- People ------------------------------------------------------------------

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on users (email);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sessions_token_key on sessions (token);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

create table accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user_id_idx on accounts (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier_idx on verifications (identifier);
create index verifications_expires_at_idx on verifications (expires_at);

create table profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  display_name text check (char_length(display_name) between 1 and 120),
  username text check (char_length(username) between 1 and 60),
  first_name text check (char_length(first_name) between 1 and 120),
  last_name text check (char_length(last_name) between 1 and 120),
  created_at timestamptz not null default now()
);
create unique index profiles_username_key on profiles (lower(username));

create table admin_users (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  role text not null default 'editor' check (role in ('editor', 'admin', 'super_admin')),
  permissions jsonb not null default '{}' check (jsonb_typeof(permissions) = 'object'),
  created_at timestamptz not null default now()
);
create index admin_users_created_at_idx on admin_users (created_at desc, id desc);
create index admin_users_role_idx on admin_users (role);

-- The one-time link that makes the first super admin. Only a hash of it is stored.
create table setup_links (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- Posts -------------------------------------------------------------------

create table blog_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  description text check (char_length(description) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index blog_categories_name_idx on blog_categories (lower(name), id);

create table blog_tags (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  created_at timestamptz not null default now()
);
create index blog_tags_name_idx on blog_tags (lower(name), id);

create table blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title = btrim(title) and char_length(title) between 1 and 300),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  content text not null default '',
  excerpt text check (char_length(excerpt) between 1 and 2000),
  category_id uuid references blog_categories on delete set null,
  featured_image text check (char_length(featured_image) between 1 and 2000),
  published boolean not null default false,
  featured boolean not null default false,
  published_at timestamptz,
  -- A calendar day, not an instant: every visitor reads the same date.
  display_published_at date,
  first_published_at timestamptz,
  -- An author may leave; the post stays.
  author_id uuid references users on delete set null,
  word_count integer not null default 0 check (word_count >= 0),
  read_minutes integer not null default 1 check (read_minutes >= 1),
  -- The concurrency token: raised by every save, compared by the next one.
  version integer not null default 1 check (version >= 1),
  -- Sent by the form that creates the post, so that a retry finds it instead of making a second one.
  creation_key uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint published_posts_have_a_date check (not published or published_at is not null)
);
create index blog_posts_public_idx on blog_posts (published_at desc, id desc) where published;
create index blog_posts_featured_idx on blog_posts (published_at desc, id desc) where published and featured;
create index blog_posts_category_idx on blog_posts (category_id, published_at desc, id desc);
create index blog_posts_author_idx on blog_posts (author_id);
create index blog_posts_created_idx on blog_posts (created_at desc, id desc);

create table blog_post_tags (
  post_id uuid not null references blog_posts on delete cascade,
  tag_id uuid not null references blog_tags on delete cascade,
  primary key (post_id, tag_id)
);
create index blog_post_tags_tag_idx on blog_post_tags (tag_id, post_id);

-- Addresses that once led to a published post: to where it is now, or to nothing (gone) once it was deleted.
create table blog_post_former_slugs (
  slug text primary key,
  post_id uuid references blog_posts on delete set null,
  created_at timestamptz not null default now()
);
create index blog_post_former_slugs_post_idx on blog_post_former_slugs (post_id);

-- Views -------------------------------------------------------------------

create table blog_post_metrics (
  id bigint generated always as identity primary key,
  post_id uuid not null references blog_posts on delete cascade,
  created_at timestamptz not null default now()
);
create index blog_post_metrics_post_idx on blog_post_metrics (post_id, created_at);
create index blog_post_metrics_created_idx on blog_post_metrics (created_at desc);

-- "Today", "this week" (from Monday) and "this month" are calendar periods in the session's time zone, which the
-- application sets to the site's.
create view blog_post_stats as
select
  p.id, p.title, p.slug, p.published, p.created_at,
  count(m.id) as total_views,
  count(m.id) filter (where m.created_at >= date_trunc('day', now())) as views_today,
  count(m.id) filter (where m.created_at >= date_trunc('week', now())) as views_this_week,
  count(m.id) filter (where m.created_at >= date_trunc('month', now())) as views_this_month
from blog_posts p
left join blog_post_metrics m on m.post_id = p.id
group by p.id;

-- Messages ----------------------------------------------------------------

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (char_length(subject) between 1 and 300),
  message text not null check (char_length(message) between 1 and 10000),
  created_at timestamptz not null default now()
);
create index contact_messages_created_idx on contact_messages (created_at desc, id desc);

create table jv_applications (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254),
  phone text check (char_length(phone) between 1 and 60),
  industry text not null check (char_length(industry) between 1 and 200),
  business_stage text not null check (business_stage in ('idea', 'building', 'startup', 'established')),
  funding_to_date text check (char_length(funding_to_date) between 1 and 200),
  problem_description text not null check (char_length(problem_description) between 1 and 10000),
  created_at timestamptz not null default now()
);
create index jv_applications_created_idx on jv_applications (created_at desc, id desc);

-- Freshness of public pages -------------------------------------------------

-- One row whose number every instance compares with the number its finished pages were made at.
create table content_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1,
  raised_by xid8 not null default pg_current_xact_id()
);
insert into content_version default values;

-- Raised once per transaction and only at its end (the triggers below are deferred), so that the row is locked for
-- the moment of the commit and two saves can never wait for each other in a circle.
create function raise_content_version() returns trigger language plpgsql as $$
begin
  update content_version set version = version + 1, raised_by = pg_current_xact_id()
  where raised_by <> pg_current_xact_id();
  return null;
end $$;

create constraint trigger content_changed after insert or update or delete on blog_posts
  deferrable initially deferred for each row execute function raise_content_version();
create constraint trigger content_changed after insert or update or delete on blog_categories
  deferrable initially deferred for each row execute function raise_content_version();
create constraint trigger content_changed after insert or update or delete on blog_tags
  deferrable initially deferred for each row execute function raise_content_version();
create constraint trigger content_changed after insert or update or delete on blog_post_tags
  deferrable initially deferred for each row execute function raise_content_version();
create constraint trigger content_changed after insert or update or delete on blog_post_former_slugs
  deferrable initially deferred for each row execute function raise_content_version();
create constraint trigger content_changed after insert or update or delete on profiles
  deferrable initially deferred for each row execute function raise_content_version();
