-- Full-text search of posts. The application makes the words (domain/search), without an extension or a dictionary of the
-- server: they are the same on every server and in every locale.

create table blog_post_search (
  post_id uuid primary key references blog_posts on delete cascade,
  -- When the post becomes public; null for a draft. It only narrows a search: every statement checks visibility itself.
  visible_from timestamptz,
  -- The version of the code and the key that made the rest of the row; '' when the post has changed since.
  made_by text not null default '',
  document tsvector not null default '',
  title tsvector not null default '',
  -- The visible text of the body, on one line: excerpts of results come from it.
  words text not null default '',
  -- The body laid out for its page, signed (domain/posts/post-layout.ts).
  laid_out text
);
create index blog_post_search_document_idx on blog_post_search using gin (document);
create index blog_post_search_title_idx on blog_post_search using gin (title);
create index blog_post_search_newest_idx on blog_post_search (visible_from desc, post_id desc);
create index blog_post_search_made_by_idx on blog_post_search (made_by);
create trigger update_post_search
  after insert or update of title, excerpt, content, language, published, published_at on blog_posts
  for each row execute function update_post_search();
