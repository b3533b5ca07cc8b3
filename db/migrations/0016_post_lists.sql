-- Lists of posts are read in their order, and their totals are kept: a long one costs no more than a short one.

-- See list_post, which alone writes the two. `list` is the id of a category, a tag, an author or an account; zeros stand for
-- the list of all posts. It only narrows what visitors see: every statement asks the post whether it is public.
create table post_lists (
  post_id uuid not null,
  list uuid not null,
  kind text not null,
  listed_from timestamptz not null,
  primary key (post_id, list, kind, listed_from)
);
create index post_lists_newest_idx on post_lists (list, kind, listed_from desc, post_id desc);
-- Those whose date lies ahead are counted too. The fill factor leaves room on a page, so that a change is an update in place.
create table list_totals (
  list uuid not null,
  kind text not null,
  posts integer not null,
  primary key (list, kind)
) with (fillfactor = 50);

-- Before the rows: a process of an older version may be saving. The triggers wait for its transactions, and see the next ones.
create constraint trigger list_post
  after insert or delete or update of kind, category_id, published, author_id, public_author_id, published_at on blog_posts
  deferrable initially deferred for each row execute function list_post();
create constraint trigger list_post after insert or delete or update on blog_post_tags
  deferrable initially deferred for each row execute function list_post();
insert into post_lists (post_id, list, kind, listed_from)
select p.id, l.list, l.kind, l.listed_from from blog_posts p, lists_of_post(p.id) l;
insert into list_totals (list, kind, posts) select list, kind, count(*) from post_lists group by 1, 2;
