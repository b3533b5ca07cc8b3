-- When each of the last tries under a key was made. Keys are hashes: what strangers type is not kept.
create table attempts (
  key bytea primary key,
  made_at timestamptz[] not null,
  -- The row means nothing from here on.
  ends_at timestamptz not null
);
create index attempts_ends_at_idx on attempts (ends_at);

-- Networks from which somebody has signed in before. Strangers who guess at the account cannot shut these out.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  network text not null check (char_length(network) <= 45),
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);

-- Links that were sent to an address to prove that somebody reads it. A new one ends the one before; only a hash is stored.
create table account_links (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('password-reset', 'email-confirmation')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, purpose)
);

create table invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  role text not null check (role in ('editor', 'admin', 'super_admin')),
  token_hash bytea not null unique,
  -- Counts only while this person is still allowed to invite.
  invited_by uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index invitations_invited_by_idx on invitations (invited_by);

-- What an admin is searched by, in one column of one table: a search through ten thousand of them reads nothing else.
alter table admin_users add column search_text text collate "C" not null default '';

create function admin_search_text(of_user uuid, with_role text) returns text language sql stable as $$
  select lower(concat_ws(E'\n', with_role, replace(with_role, '_', ' '), u.email, p.display_name, p.username))
  from users u left join profiles p on p.user_id = u.id where u.id = of_user
$$;

create function set_admin_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := admin_search_text(new.user_id, new.role);
  return new;
end $$;
create trigger admin_search_text before insert or update of user_id, role on admin_users
  for each row execute function set_admin_search_text();

create function follow_admin_search_text() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    update admin_users set search_text = admin_search_text(user_id, role) where user_id = new.id;
  else
    update admin_users set search_text = admin_search_text(user_id, role) where user_id = new.user_id;
  end if;
  return null;
end $$;
create trigger admin_search_text after update of email on users
  for each row execute function follow_admin_search_text();
create trigger admin_search_text after insert or update on profiles
  for each row execute function follow_admin_search_text();

update admin_users set search_text = admin_search_text(user_id, role);
