-- Views: one row for each view of a post, by month, and the sums that every screen reads.

-- Rows --------------------------------------------------------------------

-- No key and no foreign key: the foreign keys of the sums below keep views of deleted posts out.
create table blog_post_metrics (
  post_id uuid not null,
  created_at timestamptz not null default now(),
  -- Empty: direct or unknown.
  referrer_host text not null default '' check (char_length(referrer_host) <= 100),
  campaign text not null default '' check (char_length(campaign) <= 100),
  device text not null default '' check (char_length(device) <= 20),
  browser text not null default '' check (char_length(browser) <= 40)
) partition by range (created_at);
create index blog_post_metrics_created_idx on blog_post_metrics (created_at desc);
create index blog_post_metrics_post_idx on blog_post_metrics (post_id);
select create_view_months(now(), now() + interval '2 months');

-- Sums --------------------------------------------------------------------
-- A day is a day in the time zone of the site, which every session has. The fill factors leave room on a page, so that
-- every further view of a day is an update in place.

create table blog_post_daily_views (
  post_id uuid not null references blog_posts on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  visitors integer not null default 0,
  primary key (post_id, day)
) with (fillfactor = 80);
create index blog_post_daily_views_day_idx on blog_post_daily_views (day);

create table blog_post_daily_sources (
  post_id uuid not null references blog_posts on delete cascade,
  day date not null,
  referrer_host text not null,
  campaign text not null,
  views integer not null check (views > 0),
  primary key (post_id, day, referrer_host, campaign)
) with (fillfactor = 80);

-- Figures of lists and cards, a row for every post. All but the total are as of view_calendar.as_of. No index on a figure,
-- so that counting stays an update in place.
create table blog_post_view_counts (
  post_id uuid primary key references blog_posts on delete cascade,
  total_views bigint not null default 0,
  views_today integer not null default 0,
  views_this_week integer not null default 0,
  views_this_month integer not null default 0,
  views_7_days integer not null default 0,
  views_30_days integer not null default 0,
  views_90_days integer not null default 0
) with (fillfactor = 60);
create trigger insert_view_counts after insert on blog_posts
  for each row execute function insert_view_counts();

-- One row. Counting locks it first, so it also puts all counting in one order.
create table view_calendar (
  only_row boolean primary key default true check (only_row),
  -- The day that "today" means in the sums.
  as_of date not null,
  -- Rows of views exist from this day on; sums of earlier days cannot be rebuilt.
  rows_since date not null default '-infinity'
);
insert into view_calendar (as_of) values (date '-infinity');

create table site_daily_views (
  day date primary key,
  views integer not null default 0,
  visitors integer not null default 0
) with (fillfactor = 60);

-- Where the counted views of a day came from, and under 'ignored' the views that were not counted, by reason.
create table site_daily_sums (
  day date not null,
  kind text not null check (kind in ('referrer', 'campaign', 'device', 'browser', 'ignored')),
  name text not null,
  views integer not null check (views >= 0),
  primary key (day, kind, name),
  constraint site_daily_sums_reasons check (
    kind <> 'ignored' or name in ('bot', 'prefetch', 'staff', 'hidden', 'repeat', 'network')
  )
) with (fillfactor = 60);

-- Views and visitors of public pages that are not posts.
create table page_daily_views (
  day date not null,
  -- A path: one of the fixed public pages, or the page of a category or tag.
  page text not null check (char_length(page) <= 300),
  views integer not null default 0,
  visitors integer not null default 0,
  primary key (day, page)
) with (fillfactor = 60);

-- Pages of posts that search engines were told of (IndexNow).
create table announced_pages (path text primary key);

-- Deleting a post takes its views out of the sums of the site.
create trigger lock_view_counting before delete on blog_posts
  for each statement execute function lock_view_counting();
create trigger subtract_post_views_from_site before delete on blog_posts
  for each row execute function subtract_post_views_from_site();

-- Visitors ----------------------------------------------------------------
-- Visitors and networks are stored only as hashes with a salt that is deleted at the end of the day. The tables are
-- unlogged, so that neither the write-ahead log nor a backup of it has the salt; a crash of the server empties them early.

create unlogged table visitor_salt (
  only_row boolean primary key default true check (only_row),
  salt bytea not null
);
-- The last counted view today of a page by a visitor: further ones soon after are repeats. `page` is the id of a post, or
-- the path of another public page.
create unlogged table visits_today (
  visitor bytea not null,
  page text not null,
  counted_at timestamptz not null,
  primary key (visitor, page)
);
-- For the daily limits of a network: its views of a page, and under 'referrer' and 'campaign' the number of names that it
-- was the first to send.
create unlogged table network_counts (
  network bytea not null,
  subject text not null,
  total integer not null,
  primary key (network, subject)
);

-- Views of each post as of today, also when the calendar has not been rolled over yet.
create view blog_post_stats as
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
where p.kind = 'post';
