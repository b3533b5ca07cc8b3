-- Proposals: texts that a contributor, or a program with a token, would like to have.

create table proposals (
  id uuid primary key default gen_random_uuid(),
  -- The text that is to be changed; null for a new one.
  post_id uuid references blog_posts on delete cascade,
  -- That text as it was when the proposal was begun: what the proposal changes is what differs from it.
  base_version integer,
  base_settings jsonb not null check (jsonb_typeof(base_settings) = 'object'),
  base_content text not null,
  -- The proposed text, as a revision stores one.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  content text not null,
  reason text not null default '' check (char_length(reason) <= 2000),
  -- 'writing': not sent yet, and seen by its author alone.
  state text not null default 'writing' check (state in ('writing', 'open', 'accepted', 'rejected', 'withdrawn')),
  -- The proposal outlives the account of its author.
  author_id uuid references users on delete set null,
  -- The name of the token with which it was made; null for the form. Its name stays when the token ends.
  token_id uuid,
  token_name text check (char_length(token_name) between 1 and 80),
  -- Optimistic concurrency: raised by every save and compared by the next one.
  version integer not null default 1 check (version >= 1),
  -- Idempotency keys of what created it and of the save that made this version.
  creation_key uuid not null unique default gen_random_uuid(),
  save_key uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  -- Why it was rejected.
  answer text check (char_length(answer) between 1 and 2000),
  check ((post_id is null) or base_version is not null)
);
create index proposals_post_idx on proposals (post_id, sent_at desc);
create index proposals_author_idx on proposals (author_id, updated_at desc);
create index proposals_decided_by_idx on proposals (decided_by);
create index proposals_open_idx on proposals (sent_at desc, id desc) where state = 'open';

-- Images that a proposal shows. They are not deleted while it waits.
create table proposal_images (
  proposal_id uuid not null references proposals on delete cascade,
  image_id uuid not null references images on delete cascade,
  primary key (proposal_id, image_id)
);
create index proposal_images_image_idx on proposal_images (image_id);
