-- Images: what is stored, and which posts and authors use it.

-- A row is inserted before its file is written and deleted after its file was deleted, so every file always has a row.
create table images (
  id uuid primary key default gen_random_uuid(),
  folder text not null check (folder in ('featured-images', 'editor-images', 'logos')),
  name text not null check (name ~ '^[0-9]{20,40}\.(jpg|png|webp|gif|avif)$'),
  state text not null default 'arriving' check (state in ('arriving', 'stored', 'leaving')),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  bytes integer not null check (bytes > 0),
  animated boolean not null default false,
  -- A few pixels as base64 of a WebP image; null where the image is transparent.
  placeholder text check (placeholder ~ '^[A-Za-z0-9+/=]+$' and char_length(placeholder) <= 2000),
  -- Null: not described yet. Empty: decorative.
  alt text check (char_length(alt) <= 500),
  caption text check (char_length(caption) between 1 and 1000),
  original_name text not null default '' check (char_length(original_name) <= 255),
  uploaded_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- Null while a post, an author or the site uses it.
  unused_since timestamptz default now(),
  unique (folder, name)
);
create index images_created_idx on images (created_at desc, id desc);
create index images_unused_idx on images (unused_since) where unused_since is not null;
create index images_unsettled_idx on images (created_at) where state <> 'stored';
create index images_uploaded_by_idx on images (uploaded_by);

-- Derived from the post, in the transaction that saves it.
create table post_images (
  post_id uuid not null references blog_posts on delete cascade,
  image_id uuid not null references images,
  place text not null check (place in ('featured', 'social', 'logo', 'body')),
  primary key (post_id, image_id, place)
);
create index post_images_image_idx on post_images (image_id);

-- Images that a revision shows. They are not deleted while the revision exists.
create table revision_images (
  revision_id uuid not null references blog_post_revisions on delete cascade,
  image_id uuid not null references images on delete cascade,
  primary key (revision_id, image_id)
);
create index revision_images_image_idx on revision_images (image_id);
create trigger store_revision_images after insert on blog_post_revisions
  for each row execute function store_revision_images();

alter table authors add foreign key (portrait_id) references images;
create trigger note_portrait after insert or delete or update of portrait_id on authors
  for each row execute function note_portrait();
