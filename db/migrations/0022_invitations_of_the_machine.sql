-- Whoever has the machine invites from the command line: such an invitation names nobody.
alter table invitations alter column invited_by drop not null;
