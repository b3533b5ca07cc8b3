-- What search engines and shared links show of a post instead of its title, excerpt and featured image.

alter table blog_posts
  add column meta_description text check (char_length(meta_description) between 1 and 500),
  add column social_title text check (char_length(social_title) between 1 and 300),
  add column social_image text check (char_length(social_image) between 1 and 2000),
  -- The address of the original, where the post was first published on another site.
  add column canonical_url text check (canonical_url ~ '^https?://' and char_length(canonical_url) <= 2000),
  add column noindex boolean not null default false;

alter table post_images
  drop constraint post_images_place_check,
  add constraint post_images_place_check check (place in ('featured', 'social', 'body'));
