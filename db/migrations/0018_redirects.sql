-- Rules that lead addresses without a page elsewhere, and the addresses without a page that were asked for.

create table redirect_rules (
  id uuid primary key default gen_random_uuid(),
  -- A path in the form of domain/redirects/path.ts. Of a prefix rule: the path at and below which it holds.
  source text not null check (source ~ '^/[!-~]+$' and char_length(source) <= 1000),
  is_prefix boolean not null default false,
  status smallint not null check (status in (301, 302, 308, 410)),
  -- A path of this site or a whole address of the web; null: gone.
  target text check (target ~ '^(/|https?://)[!-~]*$' and char_length(target) <= 2000),
  hits bigint not null default 0 check (hits >= 0),
  last_hit_at timestamptz,
  created_at timestamptz not null default now(),
  constraint redirect_rules_source_key unique (source, is_prefix),
  constraint redirect_rules_target_unless_gone check ((status = 410) = (target is null))
);
create index redirect_rules_created_idx on redirect_rules (created_at desc, id desc);
create constraint trigger content_changed
  after insert or delete or update of source, is_prefix, status, target on redirect_rules
  deferrable initially deferred for each row execute function raise_redirect_changes();

create table missing_pages (
  path text primary key check (path ~ '^/[!-~]+$' and char_length(path) <= 500),
  -- Requests of people, and of programs that say that they are one.
  visits bigint not null default 0 check (visits >= 0),
  bot_visits bigint not null default 0 check (bot_visits >= 0),
  -- The last pages with a link that people followed, newest first.
  referrers text[] not null default '{}' check (cardinality(referrers) <= 5),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index missing_pages_visits_idx on missing_pages (visits desc, last_seen_at desc, path);
