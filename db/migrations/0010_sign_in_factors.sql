-- Sign-in factors: passkeys, authenticator apps, recovery codes, known devices, and how each session was started.

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

alter table sessions
  add column factor text not null default 'password'
    check (factor in ('password', 'password-and-code', 'password-and-recovery-code', 'passkey', 'oidc')),
  -- When the user last proved who they are: at the sign-in, or when asked again.
  add column proved_at timestamptz not null default now();
update sessions set proved_at = created_at;

-- One row.
create table sign_in_settings (
  id boolean primary key default true check (id),
  -- Who needs a second factor.
  second_factor text not null default 'none' check (second_factor in ('none', 'admins', 'everybody'))
);
insert into sign_in_settings default values;

-- Whether the account ever had a role. Set by a trigger; accounts that never had one are deleted after 30 days.
alter table users add column had_role boolean not null default false;
update users u set had_role = true
where exists (select from admin_users where user_id = u.id)
  or exists (select from activity where subject_id = u.id::text and action in ('admin-added', 'role-changed', 'admin-removed'))
  or exists (select from activity where actor_id = u.id and action in ('invitation-accepted', 'post-created'))
  or exists (select from blog_posts where author_id = u.id)
  or exists (select from blog_post_revisions where saved_by = u.id)
  or exists (select from images where uploaded_by = u.id)
  or exists (select from messages where owner_id = u.id)
  or exists (select from message_notes where author_id = u.id);
create index users_without_role_idx on users (created_at) where not had_role;
create trigger mark_had_role after insert on admin_users
  for each row execute function mark_had_role();

-- A link may change the email address of its account: to a new one, or back to the old one.
alter table account_links
  add column new_email text check (new_email = lower(new_email) and char_length(new_email) between 3 and 254),
  drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check
    check (purpose in ('password-reset', 'email-confirmation', 'email-change', 'email-change-undo'));

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
