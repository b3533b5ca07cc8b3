-- Texts that were moved in from other blogs.

create table imports (
  id uuid primary key default gen_random_uuid(),
  -- Follows from the source: a run that was cut off goes on with it. Null: an uploaded file that was not read yet.
  source_key uuid unique,
  system text check (system in ('WordPress', 'Ghost', 'Markdown', 'Redirects')),
  name text not null check (char_length(name) between 1 and 255),
  started_by uuid references users on delete set null,
  started_at timestamptz not null default now(),
  state text not null check (state in ('checking', 'checked', 'importing', 'imported', 'failed')),
  -- Texts; written again every second while something goes on.
  done integer not null default 0,
  total integer not null default 0,
  step_began_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- The expected or actual outcome for each text.
  report jsonb check (jsonb_typeof(report) = 'object'),
  -- Why it failed.
  problem text
);
create index imports_started_idx on imports (started_at desc, id desc);
create index imports_started_by_idx on imports (started_by);

-- Written in the transaction that creates the post.
create table import_items (
  -- The creation key of the post: the same for a text that is imported again.
  key uuid primary key,
  import_id uuid not null references imports on delete cascade,
  post_id uuid references blog_posts on delete set null,
  -- The version of the post as it was imported: one with another version was edited since.
  version integer not null,
  -- The notes of the report.
  report jsonb not null check (jsonb_typeof(report) = 'object')
);
create index import_items_import_idx on import_items (import_id);
create index import_items_post_idx on import_items (post_id);

-- Other rows that an import made: terms and redirects by id, images also by the address that they had.
create table import_records (
  import_id uuid not null references imports on delete cascade,
  kind text not null check (kind in ('category', 'tag', 'author', 'redirect', 'image')),
  record_id uuid not null,
  address text check (char_length(address) <= 2000),
  primary key (import_id, kind, record_id)
);
