-- The version of the public content, and what each version changed.

-- One row. Every instance compares `version` with the number at which it rendered its cached pages.
create table content_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1,
  -- The transaction that raised `version` last.
  raised_by xid8 not null default pg_current_xact_id()
);
insert into content_version default values;

-- The changes of each version of the public content, so that an instance drops only the pages that show it. A key names
-- a part of the content (see domain/posts/content-keys.ts); 'all' stands for everything. The newest versions only: an
-- instance that knows an older one drops all of its pages.
create table content_changes (
  version bigint not null,
  key text not null,
  primary key (version, key)
);

-- Deferred to the commit, see record_content_changes. Saves of drafts change nothing that a visitor sees. A redirect of a slug
-- shows no content: pages that redirect are not cached. An image that was only uploaded is on no page.
create constraint trigger content_changed after update on blog_posts
  deferrable initially deferred for each row when (old.published or new.published)
  execute function raise_post_changes();
create constraint trigger content_inserted after insert on blog_posts
  deferrable initially deferred for each row when (new.published) execute function raise_post_changes();
create constraint trigger content_deleted after delete on blog_posts
  deferrable initially deferred for each row when (old.published) execute function raise_post_changes();
create constraint trigger content_changed after insert or update or delete on blog_post_tags
  deferrable initially deferred for each row execute function raise_post_tag_changes();
create constraint trigger content_changed after update or delete on blog_categories
  deferrable initially deferred for each row execute function raise_term_changes();
create constraint trigger content_changed after update or delete on blog_tags
  deferrable initially deferred for each row execute function raise_term_changes();
create constraint trigger content_changed after insert or update or delete on authors
  deferrable initially deferred for each row execute function raise_author_changes();
create constraint trigger content_changed after insert or update or delete on profiles
  deferrable initially deferred for each row execute function raise_profile_changes();
create constraint trigger content_changed after update of alt, caption on images
  deferrable initially deferred for each row execute function raise_image_changes();
create constraint trigger content_changed after insert or update or delete on site_documents
  deferrable initially deferred for each row execute function raise_site_changes();
create constraint trigger content_changed
  after insert or delete or update of source, is_prefix, status, target on redirect_rules
  deferrable initially deferred for each row execute function raise_redirect_changes();
