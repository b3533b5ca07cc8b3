-- The state of the point-in-time archive, as the processes that do not write it show it.

alter table backup_status
  -- Null: there is no such archive.
  add column archive jsonb,
  -- Whether super admins were told by email that it is late; one email until it has caught up.
  add column archive_late_emailed boolean not null default false;
