-- Views: one row for each view of a post, and the counts that every screen reads.

-- No foreign key: counting locks no post. The trigger sum_post deletes the rows of a deleted post.
create table blog_post_metrics (
  post_id uuid not null,
  created_at timestamptz not null default now(),
  -- Empty: direct or unknown.
  referrer_host text not null default '' check (char_length(referrer_host) <= 100),
  campaign text not null default '' check (char_length(campaign) <= 100),
  device text not null default '' check (char_length(device) <= 20),
  browser text not null default '' check (char_length(browser) <= 40)
);
create index blog_post_metrics_created_idx on blog_post_metrics (created_at desc);
create index blog_post_metrics_post_idx on blog_post_metrics (post_id);

-- Views and visitors of each day, in the time zone of the site, which every session has. `what` and `name` say of what:
-- `post` its id, `page` the path of a public page that is not a post, `site` '' (all posts together); `referrer`,
-- `campaign`, `device` and `browser` what a view of a post came from and with; `post_campaign` the id of a post, a space
-- and a campaign; `ignored` the reason why views were not counted. The day -infinity sums up the days before those that
-- are kept one by one. The fill factor leaves room on a page, so that every further view is an update in place.
create table view_days (
  day date not null,
  what text not null,
  name text collate "C" not null check (char_length(name) <= 300),
  views bigint not null check (views >= 0),
  visitors integer not null default 0,
  primary key (what, name, day)
) with (fillfactor = 80);

-- The periods of the figures of today, for each `what` that has them. A day that has not come yet is there when the clock
-- was ahead, and counts as today.
create view view_periods (what, period, since) as
select what, period, since
from unnest('{post,category,draft,page,referrer,campaign,device,browser,ignored}'::text[]) what, (values
  ('total', date '-infinity'), ('today', current_date), ('week', date_trunc('week', now())::date),
  ('month', date_trunc('month', now())::date), ('7', current_date - 6), ('30', current_date - 29), ('90', current_date - 89)
) p (period, since)
where what in ('post', 'category', 'draft') or period in ('7', '30', '90');

-- Unlogged: a crash of the server empties these three, and the first use after it begins the day again, from view_days.

-- One row. Visitors and networks are stored only as hashes with this salt, which is deleted at the end of the day; neither
-- the write-ahead log nor a backup of it has it. Counting locks the row first, so all counting is in one order.
create unlogged table visitor_salt (
  only_row boolean primary key default true check (only_row),
  salt bytea not null,
  -- The day that "today" means in views_today.
  day date not null
);
-- The views today of a page by a visitor: those soon after the last counted one are repeats. `page` is the id of a post, the
-- path of another public page, '' for all posts together, or `referrer` or `campaign` with a name that is new today in
-- place of a visitor.
create unlogged table visits_today (
  page text not null,
  network bytea not null,
  visitor bytea not null,
  counted_at timestamptz not null default now(),
  views integer not null default 1,
  primary key (page, network, visitor)
);
-- The figures as of today: view_days summed up by period, and what sum_post counts of the posts. The period '' has the views
-- that settle_views has not added to the others yet.
create unlogged table views_today (
  what text not null,
  name text collate "C" not null,
  period text not null,
  views bigint not null default 0,
  visitors integer not null default 0,
  primary key (what, name, period)
);
create index views_today_rank_idx on views_today (what, period, views, name) where period <> '';
create index views_today_counted_idx on views_today (period) where period = '';

create constraint trigger sum_post after insert or update of kind, category_id, published, featured or delete on blog_posts
  deferrable initially deferred for each row execute function sum_post();

create view blog_post_stats as
select
  p.id, p.title, p.slug, p.published, p.created_at,
  coalesce(d.total_views, 0) as total_views, coalesce(d.views_today, 0) as views_today,
  coalesce(d.views_this_week, 0) as views_this_week, coalesce(d.views_this_month, 0) as views_this_month
from blog_posts p
left join lateral (
  select
    sum(views)::bigint as total_views,
    (sum(views) filter (where day >= current_date))::bigint as views_today,
    (sum(views) filter (where day >= date_trunc('week', now())::date))::bigint as views_this_week,
    (sum(views) filter (where day >= date_trunc('month', now())::date))::bigint as views_this_month
  from view_days where what = 'post' and name = p.id::text
) d on true
where p.kind = 'post';

-- Pages of posts that search engines were told of (IndexNow).
create table announced_pages (path text primary key);
