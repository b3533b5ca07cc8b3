-- What each version of the public content changed, so that an instance drops only the pages that show it. A key names a
-- part of the content (see domain/posts/content-keys.ts); 'all' stands for everything. The newest versions only: an
-- instance that knows an older one drops all of its pages.
create table content_changes (
  version bigint not null,
  key text not null,
  primary key (version, key)
);

-- Deferred to the commit like the triggers that they replace. A redirect shows no content: pages that redirect are not
-- cached.
drop trigger content_changed on blog_posts;
drop trigger content_inserted on blog_posts;
drop trigger content_deleted on blog_posts;
drop trigger content_changed on blog_categories;
drop trigger content_changed on blog_tags;
drop trigger content_changed on blog_post_tags;
drop trigger content_changed on blog_post_slug_redirects;
drop trigger content_changed on blog_category_slug_redirects;
drop trigger content_changed on blog_tag_slug_redirects;
drop trigger content_changed on profiles;
drop trigger content_changed on images;

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
create constraint trigger content_changed after insert or update or delete on profiles
  deferrable initially deferred for each row execute function raise_profile_changes();
create constraint trigger content_changed after update of alt, caption, focal_x, focal_y on images
  deferrable initially deferred for each row execute function raise_image_changes();
