-- The language of a post.

-- A BCP 47 tag; null: detected from the content.
alter table blog_posts add column language text
  check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' and char_length(language) <= 35);

create trigger mark_search_stale
  after update of language on blog_posts
  for each row when (old.language is distinct from new.language) execute function mark_search_stale();
