-- A letter that is of no use later is not delivered later.
alter table outbox add column good_until timestamptz;
