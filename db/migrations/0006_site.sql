-- The site around the posts: the owner's words, redirects, and addresses without a page.

-- The owner's words on the public pages, a row for each document that was edited (domain/site/site-documents.ts).
create table site_documents (
  name text primary key check (name ~ '^[a-z]{1,40}$'),
  -- Only the fields that were edited; every other one has its default.
  published jsonb not null default '{}' check (jsonb_typeof(published) = 'object'),
  -- Words that are not public yet; null: nothing.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  -- True if it was ever published. Until then visitors see example text.
  is_confirmed boolean not null default false,
  -- Optimistic concurrency: grows with every save.
  version integer not null default 1 check (version >= 1),
  saved_by uuid references users on delete set null,
  saved_at timestamptz not null default now(),
  save_kind text not null check (save_kind in ('save', 'autosave', 'publish', 'discard', 'import')),
  save_key uuid not null default gen_random_uuid()
);
create index site_documents_saved_by_idx on site_documents (saved_by);

-- States that a save wrote over.
create table site_revisions (
  id uuid primary key default gen_random_uuid(),
  document text not null references site_documents on delete cascade,
  version integer not null,
  saved_by uuid references users on delete set null,
  save_kind text not null,
  saved_at timestamptz not null,
  words jsonb not null check (jsonb_typeof(words) = 'object')
);
create index site_revisions_document_idx on site_revisions (document, version desc);
create index site_revisions_saved_by_idx on site_revisions (saved_by);
create trigger store_site_revision before update on site_documents
  for each row when (old.version <> new.version) execute function store_site_revision();

-- Images that a document shows, in its published or draft words. Written in the transaction that saves them.
create table site_images (
  document text not null references site_documents on delete cascade,
  image_id uuid not null references images,
  primary key (document, image_id)
);
create index site_images_image_idx on site_images (image_id);

-- Redirects ---------------------------------------------------------------

-- Rules that lead addresses without a page elsewhere.
create table redirect_rules (
  id uuid primary key default gen_random_uuid(),
  -- A path in the form of domain/redirects/path.ts. Of a prefix rule: the path at and below which it holds.
  source text not null check (source ~ '^/[!-~]+$' and char_length(source) <= 1000),
  is_prefix boolean not null default false,
  status smallint not null check (status in (301, 302, 308, 410)),
  -- A path of this site or a whole address of the web; null: gone.
  target text check (target ~ '^(/|https?://)[!-~]*$' and char_length(target) <= 2000),
  hits bigint not null default 0 check (hits >= 0),
  last_hit_at timestamptz,
  created_at timestamptz not null default now(),
  constraint redirect_rules_source_key unique (source, is_prefix),
  constraint redirect_rules_target_unless_gone check ((status = 410) = (target is null))
);
create index redirect_rules_created_idx on redirect_rules (created_at desc, id desc);

-- Addresses without a page that were asked for.
create table missing_pages (
  path text primary key check (path ~ '^/[!-~]+$' and char_length(path) <= 500),
  -- Requests of people.
  visits bigint not null default 0 check (visits >= 0),
  -- The last pages with a link that people followed, newest first.
  referrers text[] not null default '{}' check (cardinality(referrers) <= 5),
  last_seen_at timestamptz not null default now()
);
create index missing_pages_visits_idx on missing_pages (visits desc, last_seen_at desc, path);
