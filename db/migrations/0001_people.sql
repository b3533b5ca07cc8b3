-- People: accounts, sessions, sign-in factors, roles, and the links that prove who reads an email address.
-- The baseline, in chapters: every later migration is a file of its own, and a file that was applied never changes.
-- Functions are in db/functions and exist before the first migration runs. Runs on PostgreSQL 15 and newer.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  email_verified boolean not null default false,
  -- argon2id in the PHC format. Null for a user who signs in with single sign-on alone.
  password_hash text,
  -- The first sign-up with the confirmed address of this account. It gives no access: a sign-in with this password is
  -- answered like one to a new, unconfirmed account, which hides that the account exists.
  repeated_sign_up_hash text,
  created_at timestamptz not null default now(),
  -- True if the account ever had a role. Set by a trigger; accounts that never had one are deleted after 30 days.
  had_role boolean not null default false,
  -- Secret of an authenticator app, encrypted with a key derived from the session secret.
  authenticator_secret bytea,
  -- Null until the first code was typed: until then it counts for nothing.
  authenticator_confirmed_at timestamptz,
  -- Number of the 30-second step of the last accepted code: no code is accepted twice.
  authenticator_step bigint not null default 0,
  -- Hashes of the recovery codes that are left.
  recovery_code_hashes bytea[] not null default '{}',
  -- Which subject of an issuer of single sign-on the account is bound to.
  issuer text,
  issuer_subject text,
  unique (issuer, issuer_subject)
);
create unique index users_email_key on users (email);
create index users_without_role_idx on users (created_at) where not had_role;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- Hash of the token in the cookie, keyed with a secret of the server.
  token_hash bytea not null unique,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  -- How it was started.
  factor text not null default 'password' check (factor in (
    'password', 'password-and-code', 'password-and-recovery-code', 'passkey',
    'oidc', 'oidc-mfa', 'oidc-and-code', 'oidc-and-recovery-code', 'oidc-and-passkey',
    'sign-in-link'
  )),
  -- When the user last proved who they are: at the sign-in, or when asked again.
  proved_at timestamptz not null default now(),
  -- Lacked a second factor at the sign-in and still does: of use for nothing but to give it.
  is_pending boolean not null default false
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_used_at_idx on sessions (used_at);

create table profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  display_name text check (char_length(display_name) between 1 and 120),
  username text check (char_length(username) between 1 and 60),
  first_name text check (char_length(first_name) between 1 and 120),
  last_name text check (char_length(last_name) between 1 and 120),
  created_at timestamptz not null default now()
);
create unique index profiles_username_key on profiles (lower(username));

create table admin_users (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  role text not null default 'editor' check (role in ('contributor', 'editor', 'admin', 'super_admin')),
  permissions jsonb not null default '{}' check (jsonb_typeof(permissions) = 'object'),
  created_at timestamptz not null default now(),
  -- Wants the weekly email about leads: the Monday of the last one that was sent or had nothing to say. Null: wants none.
  leads_emailed_for date,
  -- Wants an email about each proposal.
  wants_proposals boolean not null default false
);
create index admin_users_created_at_idx on admin_users (created_at desc, id desc);
create index admin_users_role_idx on admin_users (role);
create trigger mark_had_role after insert on admin_users
  for each row execute function mark_had_role();

-- Links sent to an email address to prove that its owner reads it. A new link replaces the previous one of its purpose.
-- Only a hash of the token is stored.
create table account_links (
  user_id uuid not null references users on delete cascade,
  purpose text not null
    check (purpose in ('password-reset', 'email-confirmation', 'email-change', 'email-change-undo', 'sign-in')),
  token_hash bytea not null unique,
  -- The link changes the email address of its account: to a new one, or back to the old one.
  new_email text check (new_email = lower(new_email) and char_length(new_email) between 3 and 254),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, purpose)
);

create table invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  role text not null check (role in ('contributor', 'editor', 'admin', 'super_admin')),
  token_hash bytea not null unique,
  -- Valid only while this user may still invite. Null: created on the command line.
  invited_by uuid references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index invitations_invited_by_idx on invitations (invited_by);

-- The times of the latest attempts under a key, for rate limits. Keys are hashes: typed values are not stored. A challenge
-- that a passkey has answered, and a handled event of an email service, are keys too: each is accepted once.
create table attempts (
  key bytea primary key,
  made_at timestamptz[] not null,
  -- The row has no meaning from then on and may be deleted.
  ends_at timestamptz not null
);
create index attempts_ends_at_idx on attempts (ends_at);

-- Sign-in factors ---------------------------------------------------------

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- As the browser names it, base64url.
  credential_id text not null unique check (char_length(credential_id) <= 1400),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_user_id_idx on passkeys (user_id);

-- Browsers and networks in which a user has signed in before: a hash of the token in a cookie, or of the network.
create table known_places (
  user_id uuid not null references users on delete cascade,
  place_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, place_hash)
);

-- Facts of the whole installation. One row.
create table installation (
  only_row boolean primary key default true check (only_row),
  -- Who needs a second factor.
  second_factor text not null default 'none' check (second_factor in ('none', 'admins', 'everybody')),

  -- The one-time link that creates the first super admin. Only a hash of the token is stored.
  setup_token_hash bytea,
  setup_expires_at timestamptz,
  -- The identity of the storage of images; null until the first start, and after a restore.
  storage_id text check (char_length(storage_id) between 1 and 100),
  -- The list of what a new owner does first is hidden.
  first_steps_dismissed boolean not null default false,

  -- The problems of the newsletter's set-up with which a super admin allowed sending all the same.
  newsletter_accepted text[] not null default '{}',
  newsletter_accepted_by uuid references users on delete set null,
  newsletter_accepted_at timestamptz,
  -- An older state of the site was brought back: sending waits for a super admin.
  restored_at timestamptz,

  -- The start of the last attempt at a backup.
  backup_attempted_at timestamptz,
  -- The moment that the newest complete archive shows.
  backup_succeeded_at timestamptz,
  -- Name of that archive; empty before the first.
  backup_file text not null default '' check (char_length(backup_file) <= 200),
  -- Why the last attempt failed; null after a success.
  backup_failure text check (char_length(backup_failure) <= 1000),
  -- The last successful restore of an archive into a scratch place, and how long it took.
  backup_verified_at timestamptz,
  backup_verify_seconds integer not null default 0,
  -- Why the restore of the newest archive failed; null after a success.
  backup_verify_failure text check (char_length(backup_verify_failure) <= 1000),
  -- Problems of backups that have been emailed ('backup', 'restore', 'archive'); one email of each until it is well
  -- again.
  backup_emailed text[] not null default '{}'
);
create index installation_newsletter_accepted_by_idx on installation (newsletter_accepted_by);
insert into installation default values;

-- The clock that the site trusts. While the machine's clock cannot follow from it, nothing is deleted: may_delete().
create table clock (
  only_row boolean primary key default true check (only_row),
  -- The newest moment that the site has seen.
  newest_at timestamptz not null default now(),
  -- The last look at the clock, every minute, right or wrong.
  looked_at timestamptz not null default now(),
  -- The moment that the clock showed when it was first found wrong; null while it is right.
  jumped_at timestamptz,
  -- An ordinary stop of some days is no reason for an alarm.
  is_alarm boolean not null default false
);
insert into clock default values;
