-- The lists that a published post stands in, with the date from which on visitors see it there: the list of all, which is
-- named by zeros, those of its category and its tags, and that of the author that it names, else of its account.
create or replace function lists_of_post(post_id uuid)
returns table (list uuid, kind text, listed_from timestamptz) language sql stable as $$
  select l.list, p.kind, p.published_at
  from blog_posts p cross join lateral (
    values (uuid '00000000-0000-0000-0000-000000000000'), (p.category_id), (coalesce(p.public_author_id, p.author_id))
    union all
    select tag_id from blog_post_tags t where t.post_id = p.id
  ) l (list)
  where p.id = $1 and p.published and l.list is not null
$$;
