-- Who has the form of a post open, and names of revisions.

-- Unlogged: a crash of the server empties it, and the forms that are open say so again within seconds.
create unlogged table blog_post_editors (
  post_id uuid not null references blog_posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (post_id, user_id)
);
create index blog_post_editors_user_idx on blog_post_editors (user_id, seen_at);

alter table blog_post_revisions
  -- Given by an editor; a revision with a name is kept until it is taken off.
  add column name text check (name = btrim(name) and char_length(name) between 1 and 80),
  -- What differs from the state before, in words, and the id of that state. Written when the list is read.
  add column changes text check (char_length(changes) <= 500),
  add column changes_since uuid;
