-- Public pages show the names of categories, tags and authors without their address. This number tells an instance
-- that one of them was deleted or has another address, so that it must not show what it rendered before.
alter table content_version
  add column removals bigint not null default 1,
  add column removals_raised_by xid8 not null default pg_current_xact_id();

-- Once per transaction and at its end, like the version.
create function raise_content_removals() returns trigger language plpgsql as $$
begin
  update content_version set removals = removals + 1, removals_raised_by = pg_current_xact_id()
  where removals_raised_by <> pg_current_xact_id();
  return null;
end $$;

create constraint trigger content_removed after delete on blog_categories
  deferrable initially deferred for each row execute function raise_content_removals();
create constraint trigger content_moved after update on blog_categories
  deferrable initially deferred for each row when (old.slug <> new.slug) execute function raise_content_removals();
create constraint trigger content_removed after delete on blog_tags
  deferrable initially deferred for each row execute function raise_content_removals();
create constraint trigger content_moved after update on blog_tags
  deferrable initially deferred for each row when (old.slug <> new.slug) execute function raise_content_removals();
create constraint trigger content_removed after delete on profiles
  deferrable initially deferred for each row execute function raise_content_removals();
