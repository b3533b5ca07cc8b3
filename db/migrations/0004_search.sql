-- Full-text search of posts. The application makes the words (domain/search), without an extension or a dictionary of the
-- server: they are the same on every server and in every locale.

create table blog_post_search (
  post_id uuid primary key references blog_posts on delete cascade,
  -- When the post becomes public; null for a draft. It only narrows a search: every statement checks visibility itself.
  visible_from timestamptz,
  -- The version of the code that made the documents; 0 when the post has changed since.
  index_version integer not null default 0,
  document tsvector not null default '',
  title tsvector not null default '',
  -- What a reader sees of the body, on one line: excerpts of results come from it.
  words text not null default ''
);
create index blog_post_search_document_idx on blog_post_search using gin (document);
create index blog_post_search_title_idx on blog_post_search using gin (title);
create index blog_post_search_newest_idx on blog_post_search (visible_from desc, post_id desc);
create index blog_post_search_index_version_idx on blog_post_search (index_version);
create trigger update_post_search
  after insert or update of title, excerpt, content, language, published, published_at on blog_posts
  for each row execute function update_post_search();

-- Bodies laid out for their pages, so that a page need not parse them.
create table blog_post_layouts (
  post_id uuid primary key references blog_posts on delete cascade,
  -- The version of the code and the key that made it: one of another maker is made anew.
  made_by text not null,
  -- A signature, and the layout as JSON (domain/posts/post-layout.ts). The signature covers the body too.
  laid_out text not null
);
