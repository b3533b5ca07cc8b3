-- The share of a post in the figures that sum up posts: its views to those of its category, or of the drafts, and one
-- to the numbers of posts.
create or replace function post_sums(id uuid, kind text, category_id uuid, published boolean, featured boolean)
returns table (what text, name text, period text, views bigint) language sql stable as $$
  select case when published then 'category' else 'draft' end, case when published then coalesce(category_id::text, '') else '' end,
    t.period, t.views
  from views_today t where t.what = 'post' and t.name = id::text and t.period <> ''
  union all
  select n.what, n.name, 'total', 1
  from (values
    ('posts', case when published then 'published' else 'draft' end),
    ('posts', case when featured then 'featured' end),
    ('category_posts', case when published then coalesce(category_id::text, '') end)
  ) n (what, name)
  where kind = 'post' and n.name is not null
$$;
