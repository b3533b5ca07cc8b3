-- Categories and tags at any number, and the addresses they once had.

-- What the lists are searched in, lower-cased once. The line break keeps a search from matching across both.
alter table blog_categories add column search_text text not null generated always as (lower(name || E'\n' || slug)) stored;
alter table blog_tags add column search_text text not null generated always as (lower(name || E'\n' || slug)) stored;
create index blog_categories_created_idx on blog_categories (created_at desc, id desc);
create index blog_tags_created_idx on blog_tags (created_at desc, id desc);
do $$
begin
  create index blog_categories_search_trgm_idx on blog_categories using gin (search_text gin_trgm_ops);
  create index blog_tags_search_trgm_idx on blog_tags using gin (search_text gin_trgm_ops);
exception when others then
  raise notice 'Searching without trigrams: %', sqlerrm;
end $$;

-- Where an address under /blog/category/ or /blog/tag/ leads that a term had before it was renamed or merged.
create table blog_category_former_slugs (
  slug text primary key,
  term_id uuid not null references blog_categories on delete cascade,
  created_at timestamptz not null default now()
);
create index blog_category_former_slugs_term_idx on blog_category_former_slugs (term_id);
create table blog_tag_former_slugs (
  slug text primary key,
  term_id uuid not null references blog_tags on delete cascade,
  created_at timestamptz not null default now()
);
create index blog_tag_former_slugs_term_idx on blog_tag_former_slugs (term_id);

create constraint trigger content_changed after insert or update or delete on blog_category_former_slugs
  deferrable initially deferred for each row execute function raise_content_version();
create constraint trigger content_changed after insert or update or delete on blog_tag_former_slugs
  deferrable initially deferred for each row execute function raise_content_version();
