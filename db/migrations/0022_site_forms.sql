-- The form of the site: logos, of which some are SVG, and who has a form open.

alter table images drop constraint images_folder_check;
alter table images add constraint images_folder_check
  check (folder in ('featured-images', 'editor-images', 'logos'));
alter table images drop constraint images_name_check;
alter table images add constraint images_name_check
  check (name ~ '^[0-9]{20,40}\.(jpg|png|webp|gif|avif)$' or (folder = 'logos' and name ~ '^[0-9]{20,40}\.svg$'));

-- Unlogged, as for posts: the forms that are open say so again within seconds.
create unlogged table site_document_editors (
  name text not null check (name ~ '^[a-z-]{1,40}$'),
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (name, user_id)
);
create index site_document_editors_user_idx on site_document_editors (user_id, seen_at);
