-- Whether super admins were told by email that the point-in-time archive is late; one email until it has caught up.

alter table backup_status add column archive_late_emailed boolean not null default false;
