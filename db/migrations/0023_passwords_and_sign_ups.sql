-- Password hashes of earlier versions: none is left once everybody has signed in. Found without reading the accounts.
create index accounts_outdated_password_idx on accounts (password) where password not like '$argon2id$%';

-- The first sign-up with the confirmed address of an account that was there already. It gives access to nothing; a
-- sign-in with its password is answered as one to a new, unconfirmed account, so that nobody learns that there is an
-- account.
create table repeated_sign_ups (
  user_id uuid primary key references users on delete cascade,
  password text not null,
  created_at timestamptz not null default now()
);
