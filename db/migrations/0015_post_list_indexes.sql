-- The admin's list of posts: searched for a single letter and filtered by several things at once, at any number of posts.

-- Every run of up to three letters of a text, in small letters. The same on every server, without an extension. Not for
-- parallel workers: to start them takes longer than the searches that it is for.
create function letter_runs(words text) returns text[] language plpgsql immutable strict as $$
declare
  small text := lower(words);
  runs text[] := '{}';
begin
  for place in 1..char_length(small) loop
    runs := runs || array[substr(small, place, 1), substr(small, place, 2), substr(small, place, 3)];
  end loop;
  return runs;
end $$;

-- The runs that a text must have to hold a word. One of up to three letters it holds then; a longer one is looked for
-- in what is left.
create function letter_runs_to_hold(word text) returns text[] language sql immutable strict
return case
  when char_length(lower(word)) <= 3 then array[lower(word)]
  else (
    select array_agg(substr(lower(word), place, 3)) from generate_series(1, char_length(lower(word)) - 2) place
  )
end;

-- What is not sorted in yet is read by every search, and sorted in by the save that fills it up: so it is short.
create index blog_posts_title_runs_idx on blog_posts using gin (letter_runs(title)) with (gin_pending_list_limit = 64);
drop index if exists blog_posts_title_trgm_idx;
drop index if exists blog_categories_name_trgm_idx;

-- With everything that the list filters, orders and searches by, so that no row is fetched only to be left out.
drop index blog_posts_drafts_idx;
create index blog_posts_drafts_idx on blog_posts (created_at desc, id desc)
  include (title, category_id, author_id, updated_at) where not published;
create index blog_posts_filed_idx on blog_posts (category_id, author_id)
  include (id, title, published, published_at, created_at, updated_at);
