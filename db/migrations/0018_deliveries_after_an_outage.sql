-- What failed because nobody answered is tried at once when somebody answers again.
alter table outbox add column server_away boolean not null default false;
