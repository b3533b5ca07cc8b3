-- The state of the automatic backups: one row, which all instances share.

create table backup_status (
  only_row boolean primary key default true check (only_row),
  -- The start of the last attempt.
  attempted_at timestamptz,
  -- The moment that the newest complete archive shows.
  succeeded_at timestamptz,
  -- Name of that archive; empty before the first.
  file text not null default '' check (char_length(file) <= 200),
  -- Why the last attempt failed; null after a success.
  failure text check (char_length(failure) <= 1000),
  -- The last successful restore of an archive into a scratch place, and how long it took.
  verified_at timestamptz,
  verify_seconds integer not null default 0,
  -- Why the restore of the newest archive failed; null after a success.
  verify_failure text check (char_length(verify_failure) <= 1000),
  -- What went wrong and has been emailed ('backup', 'restore', 'archive'); one email of each until it is well again.
  emailed text[] not null default '{}'
);
insert into backup_status default values;
