-- Who did what, when and from where. Written by the verbs, inside their transactions; never changed, never deleted.
-- No foreign keys: an entry outlives the people and things that it names.
create table activity (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor_id uuid,
  -- As it was then. Null: the process itself (set-up, command line).
  actor_email text check (char_length(actor_email) <= 254),
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*$'),
  subject_id text check (char_length(subject_id) <= 100),
  subject_label text check (char_length(subject_label) <= 300),
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  client_address text check (char_length(client_address) <= 45)
);
create index activity_action_idx on activity (action, id desc);
create index activity_actor_idx on activity (actor_email, id desc);
create index activity_subject_idx on activity (subject_id, id desc);
create index activity_created_idx on activity (created_at);

create function refuse_to_change_activity() returns trigger language plpgsql as $$
begin
  raise exception 'The activity log only grows.' using errcode = 'restrict_violation';
end $$;

create trigger activity_only_grows before update or delete or truncate on activity
  for each statement execute function refuse_to_change_activity();
