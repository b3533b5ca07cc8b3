-- People: accounts, sessions, sign-in factors, roles, and the links that prove who reads an email address.
-- The baseline, in chapters: every later migration is a file of its own, and a file that was applied never changes.
-- Functions are in db/functions and exist before the first migration runs. Runs on PostgreSQL 15 and newer.

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether the account ever had a role. Set by a trigger; accounts that never had one are deleted after 30 days.
  had_role boolean not null default false
);
create unique index users_email_key on users (email);
create index users_without_role_idx on users (created_at) where not had_role;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
create unique index sessions_token_key on sessions (token);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

-- Ways to sign in. A user has one password, and is bound to one subject of each issuer. `provider_id` is `credential` for
-- the password, else the address of the issuer; `account_id` is the subject there.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create unique index accounts_user_provider_key on accounts (user_id, provider_id);
-- Password hashes of an outdated algorithm, found without reading the other accounts.
create index accounts_outdated_password_idx on accounts (password) where password not like '$argon2id$%';

-- Short-lived values of the sign-in library.
create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier_idx on verifications (identifier);
create index verifications_expires_at_idx on verifications (expires_at);

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
  role text not null default 'editor' check (role in ('editor', 'admin', 'super_admin')),
  permissions jsonb not null default '{}' check (jsonb_typeof(permissions) = 'object'),
  created_at timestamptz not null default now(),
  -- Everything the list of admins is searched by, so that a search reads no other table. Set by triggers.
  search_text text collate "C" not null default ''
);
create index admin_users_created_at_idx on admin_users (created_at desc, id desc);
create index admin_users_role_idx on admin_users (role);
create trigger mark_had_role after insert on admin_users
  for each row execute function mark_had_role();
create trigger admin_search_text before insert or update of user_id, role on admin_users
  for each row execute function set_admin_search_text();
create trigger admin_search_text after update of email on users
  for each row execute function refresh_admin_search_text();
create trigger admin_search_text after insert or update on profiles
  for each row execute function refresh_admin_search_text();

-- The one-time link that creates the first super admin. Only a hash of the token is stored.
create table setup_links (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

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
  role text not null check (role in ('editor', 'admin', 'super_admin')),
  token_hash bytea not null unique,
  -- Valid only while this user may still invite. Null: created on the command line.
  invited_by uuid references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index invitations_invited_by_idx on invitations (invited_by);

-- The first sign-up with the confirmed email address of an account that existed before. It gives no access: a sign-in
-- with its password is answered like one to a new, unconfirmed account, which hides that the account exists.
create table repeated_sign_ups (
  user_id uuid primary key references users on delete cascade,
  password text not null,
  created_at timestamptz not null default now()
);

-- Networks from which a user has signed in before. Failed sign-ins from other networks do not lock these out.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  network text not null check (char_length(network) <= 45),
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);

-- The times of the latest attempts under a key, for rate limits. Keys are hashes: typed values are not stored.
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

-- Hashes of the challenges that a passkey has answered: each is accepted once.
create table used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_expires_at_idx on used_challenges (expires_at);

create table authenticator_apps (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted with a key derived from the session secret.
  encrypted_secret bytea not null,
  -- Null until the first code was typed: until then it counts for nothing.
  confirmed_at timestamptz,
  -- Number of the 30-second step of the last accepted code: no code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- Only hashes are stored. A used code stays, so that the screen can say how many are left.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Browsers in which a user has signed in before, by a hash of the token in their cookie.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- One row.
create table sign_in_settings (
  id boolean primary key default true check (id),
  -- Who needs a second factor.
  second_factor text not null default 'none' check (second_factor in ('none', 'admins', 'everybody'))
);
insert into sign_in_settings default values;

-- Fingerprints of removed factors and used recovery codes, so that restoring an older backup brings none of them back.
create table removed_factors (
  fingerprint bytea primary key,
  removed_at timestamptz not null default now()
);
create trigger remember_removed_factor after delete on passkeys
  for each row execute function remember_removed_factor();
create trigger remember_removed_factor after delete on authenticator_apps
  for each row execute function remember_removed_factor();
create trigger remember_removed_factor after delete or update of used_at on recovery_codes
  for each row execute function remember_removed_factor();
