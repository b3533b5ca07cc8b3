-- The admin's lists of posts, at any number of posts.

-- Each order of the list, with what its filters and its search read: answered from the index alone.
create index blog_posts_by_created_idx on blog_posts (created_at desc, id desc)
  include (title, category_id, author_id, published, published_at);
create index blog_posts_by_updated_idx on blog_posts (updated_at desc, id desc)
  include (title, category_id, author_id, published, published_at);
create index blog_posts_by_title_idx on blog_posts (lower(title), id)
  include (title, category_id, author_id, published, published_at);
create index blog_posts_drafts_idx on blog_posts (created_at desc, id desc) where not published;
drop index blog_posts_created_idx;

-- Rare words are found by their trigrams. Where the extension is missing or may not be made, a search reads through
-- the titles instead: slower with very many posts, but right. It can be made up for later: docs/operations.md.
do $$
begin
  create extension if not exists pg_trgm;
  create index blog_posts_title_trgm_idx on blog_posts using gin (lower(title) gin_trgm_ops);
  create index blog_categories_name_trgm_idx on blog_categories using gin (lower(name) gin_trgm_ops);
exception when others then
  raise notice 'Searching without trigrams: %', sqlerrm;
end $$;
