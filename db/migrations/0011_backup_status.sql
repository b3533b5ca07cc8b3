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
  -- Whether that has been emailed; one email until the next success.
  failure_emailed boolean not null default false,
  -- The last successful restore of an archive into a scratch place, and how long it took.
  verified_at timestamptz,
  verify_seconds integer not null default 0,
  -- Why the restore of the newest archive failed; null after a success.
  verify_failure text check (char_length(verify_failure) <= 1000),
  -- The state of the point-in-time archive, as the processes that do not write it show it; null: there is no such archive.
  archive jsonb,
  -- Whether super admins were told by email that it is late; one email until it has caught up.
  archive_late_emailed boolean not null default false
);
insert into backup_status default values;
