-- The activity log: who did what, when and from where.

-- Written by the domain, in the transaction of the change. Entries never change; only retention deletes them. There are
-- no foreign keys, so that an entry outlives the users and objects it names.
create table activity (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor_id uuid,
  -- The address at that time. Null: the process itself.
  actor_email text check (char_length(actor_email) <= 254),
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*$'),
  subject_id text check (char_length(subject_id) <= 100),
  subject_label text check (char_length(subject_label) <= 300),
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  client_address text check (char_length(client_address) <= 45),
  -- The program that acted where no user did.
  process text check (process in ('start', 'command line'))
);
create index activity_action_idx on activity (action, id desc);
create index activity_actor_idx on activity (actor_email, id desc);
create index activity_subject_idx on activity (subject_id, id desc);
create index activity_created_idx on activity (created_at);

create trigger prevent_activity_change before update or truncate on activity
  for each statement execute function prevent_activity_change();
create trigger limit_activity_delete before delete on activity
  for each row execute function limit_activity_delete();
