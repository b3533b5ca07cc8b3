-- Single sign-on (OpenID Connect), sign-in links of the command line, and sessions that lack a second factor.

alter table sessions
  drop constraint sessions_factor_check,
  add constraint sessions_factor_check check (factor in (
    'password', 'password-and-code', 'password-and-recovery-code', 'passkey',
    'oidc', 'oidc-mfa', 'oidc-and-code', 'oidc-and-recovery-code', 'oidc-and-passkey',
    'sign-in-link'
  )),
  -- Lacked a second factor at the sign-in and still does: of use for nothing but to give it.
  add column is_pending boolean not null default false;

-- A user has one password, and is bound to one subject of each issuer. `provider_id` is `credential` for the password,
-- else the address of the issuer; `account_id` is the subject there.
create unique index accounts_user_provider_key on accounts (user_id, provider_id);
drop index accounts_user_id_idx;

alter table account_links
  drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check
    check (purpose in ('password-reset', 'email-confirmation', 'email-change', 'email-change-undo', 'sign-in'));

alter table activity
  drop constraint activity_process_check,
  add constraint activity_process_check check (process in ('start', 'command line', 'single sign-on'));
