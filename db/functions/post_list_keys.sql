-- The keys of the lists that a post of any kind stands in, and of what is chosen by its category and tags. The list of
-- categories in use changes with the first and the last public post of one.
create or replace function post_list_keys(post_id uuid, kind text, category_id uuid, featured boolean) returns text[]
language sql stable as $$
  select array['sitemap', case when $2 = 'post' then 'list' else 'kind:' || $2 end]
    || case when $4 then array['featured'] end
    || case when $3 is not null then array['category:' || $3] end
    || case when $3 is not null and not exists (
         select from blog_posts other
         where other.category_id = $3 and other.id <> $1 and other.published and other.published_at <= clock_timestamp()
       ) then array['categories'] end
    || array(select 'tag:' || tag_id from blog_post_tags where blog_post_tags.post_id = $1)
$$;
