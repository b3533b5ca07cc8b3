-- Full-text search of posts. No extension and no dictionary of the server is used: words are made by the application
-- (domain/search), so they are the same on every server and in every locale.

create table blog_post_search (
  post_id uuid primary key references blog_posts on delete cascade,
  -- When the post is public, if it is. Only narrows the search: the rule of visibility stands in every statement.
  visible_from timestamptz,
  -- The recipe that made the document; 0 when the post has changed since.
  recipe integer not null default 0,
  document tsvector not null default '',
  title tsvector not null default ''
);
create index blog_post_search_document_idx on blog_post_search using gin (document);
create index blog_post_search_title_idx on blog_post_search using gin (title);
create index blog_post_search_newest_idx on blog_post_search (visible_from desc, post_id desc);
create index blog_post_search_recipe_idx on blog_post_search (recipe);

-- Words as they are written, under keys that a misspelt word shares. They only make guesses: a guess is shown when a
-- public post has it.
create table search_spellings (
  word text primary key,
  keys integer[] not null
);
create index search_spellings_keys_idx on search_spellings using gin (keys);

-- Whoever writes a post, the search knows in the same transaction that it did: what the public may see at once, and
-- that the words are to be made anew. A save through the application makes them right after.
create function keep_post_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into blog_post_search (post_id, visible_from)
    values (new.id, case when new.published then new.published_at end)
    on conflict (post_id) do nothing;
  else
    update blog_post_search set
      visible_from = case when new.published then new.published_at end,
      recipe = case
        when (new.title, new.excerpt, new.content) is distinct from (old.title, old.excerpt, old.content) then 0
        else recipe
      end
    where post_id = new.id;
  end if;
  return null;
end $$;
create trigger post_search_kept after insert or update of title, excerpt, content, published, published_at on blog_posts
  for each row execute function keep_post_search();

-- The words of posts that are there already are made after the start, some at a time: nothing waits for them.
insert into blog_post_search (post_id, visible_from)
select id, case when published then published_at end from blog_posts;

-- Posts with the words, newest first. Both ways are bounded: few matches are collected and sorted; of many, the newest
-- are met first. The planner cannot know which it will be, so each way is a function with its plan.
create function search_collected(wanted tsquery, most integer) returns table (post_id uuid, visible_from timestamptz)
language sql stable rows 1000
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
  select s.post_id, s.visible_from from blog_post_search s
  where s.document @@ wanted and coalesce(s.visible_from, 'infinity') <= now()
  limit most
$$;
create function search_newest(wanted tsquery, most integer) returns table (post_id uuid, visible_from timestamptz)
language sql stable rows 1000
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
  select s.post_id, s.visible_from from blog_post_search s
  where s.document @@ wanted and s.visible_from <= now()
  order by s.visible_from desc, s.post_id desc
  limit most
$$;
create function search_titles(wanted tsquery, most integer) returns table (post_id uuid, visible_from timestamptz)
language sql stable rows 1000
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
  select s.post_id, s.visible_from from blog_post_search s
  where s.title @@ wanted and coalesce(s.visible_from, 'infinity') <= now()
  limit most
$$;
