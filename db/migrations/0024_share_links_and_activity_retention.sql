-- A link to a preview ends with the role of whoever created it, on every way in which a role can end.
delete from blog_post_share_links l
where not exists (select from admin_users a where a.user_id = l.created_by);
alter table blog_post_share_links
  drop constraint blog_post_share_links_created_by_fkey,
  alter column created_by set not null,
  add constraint blog_post_share_links_created_by_fkey
    foreign key (created_by) references admin_users (user_id) on delete cascade;

-- Entries of the activity log still cannot be changed, and are deleted only by the retention, which names the day before
-- which they may go, within its own transaction.
drop trigger activity_only_grows on activity;
create trigger activity_only_grows before update or truncate on activity
  for each statement execute function refuse_to_change_activity();

create function refuse_to_delete_activity() returns trigger language plpgsql as $$
begin
  if old.created_at < nullif(current_setting('anyforge.delete_activity_before', true), '')::timestamptz then
    return old;
  end if;
  raise exception 'The activity log only grows.' using errcode = 'restrict_violation';
end $$;

create trigger activity_only_shrinks_by_retention before delete on activity
  for each row execute function refuse_to_delete_activity();
