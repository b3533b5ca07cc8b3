-- Plain pages: an imprint, careers, a case study. They are written, published and kept like posts, and are in no list of
-- posts. Lists of posts say `not is_page`, so their indexes leave plain pages out.

alter table blog_posts
  add column is_page boolean not null default false,
  add constraint plain_pages_are_in_no_list check (not is_page or (category_id is null and not featured));

drop index blog_posts_public_idx;
drop index blog_posts_featured_idx;
drop index blog_posts_by_created_idx;
drop index blog_posts_by_updated_idx;
drop index blog_posts_by_title_idx;
drop index blog_posts_drafts_idx;
drop index blog_posts_filter_idx;
create index blog_posts_public_idx on blog_posts (published_at desc, id desc) where published and not is_page;
create index blog_posts_featured_idx on blog_posts (published_at desc, id desc)
  where published and featured and not is_page;
create index blog_posts_by_created_idx on blog_posts (created_at desc, id desc)
  include (title, category_id, author_id, published, published_at) where not is_page;
create index blog_posts_by_updated_idx on blog_posts (updated_at desc, id desc)
  include (title, category_id, author_id, published, published_at) where not is_page;
create index blog_posts_by_title_idx on blog_posts (lower(title), id)
  include (title, category_id, author_id, published, published_at) where not is_page;
create index blog_posts_drafts_idx on blog_posts (created_at desc, id desc)
  include (title, category_id, author_id, updated_at) where not published and not is_page;
create index blog_posts_filter_idx on blog_posts (category_id, author_id)
  include (id, title, published, published_at, created_at, updated_at) where not is_page;
create index blog_posts_pages_idx on blog_posts (updated_at desc, id desc) where is_page;

create or replace view blog_post_stats as
select
  p.id, p.title, p.slug, p.published, p.created_at,
  coalesce(c.total_views, 0) as total_views,
  case when v.as_of = current_date then coalesce(c.views_today, 0) else 0 end as views_today,
  case when date_trunc('week', v.as_of) = date_trunc('week', current_date)
    then coalesce(c.views_this_week, 0) else 0 end as views_this_week,
  case when date_trunc('month', v.as_of) = date_trunc('month', current_date)
    then coalesce(c.views_this_month, 0) else 0 end as views_this_month
from blog_posts p
cross join view_calendar v
left join blog_post_view_counts c on c.post_id = p.id
where not p.is_page;
