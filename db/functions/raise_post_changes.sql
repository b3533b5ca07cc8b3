-- The keys that a change of a published post raises: its own page, and by the columns and facts that differ its card,
-- the lists it stands in, and the neighbors of its new place. What post_parts does not name counts as something that
-- decides about lists.
create or replace function raise_post_changes() returns trigger language plpgsql as $$
declare
  of_page constant text[] := post_parts('page');
  of_card constant text[] := post_parts('card');
  was_published constant boolean := tg_op <> 'INSERT' and old.published;
  is_published constant boolean := tg_op <> 'DELETE' and new.published;
  before jsonb := case when was_published then (to_jsonb(old) - 'facts' || old.facts) - of_page else '{}' end;
  after jsonb := case when is_published then (to_jsonb(new) - 'facts' || new.facts) - of_page else '{}' end;
  post_id constant uuid := case when tg_op = 'DELETE' then old.id else new.id end;
  keys text[] := array['post:' || post_id, 'sitemap'];
begin
  if before <> after then
    keys := keys || ('card:' || post_id);
  end if;
  if (before - of_card, before -> 'author_id', before -> 'public_author_id')
    is distinct from (after - of_card, after -> 'author_id', after -> 'public_author_id')
  then
    keys := keys || author_keys((before ->> 'public_author_id')::uuid, (before ->> 'author_id')::uuid)
      || author_keys((after ->> 'public_author_id')::uuid, (after ->> 'author_id')::uuid);
  end if;
  if before - of_card <> after - of_card then
    if was_published then
      keys := keys || post_list_keys(old.id, old.kind, old.category_id, old.featured);
    end if;
    if is_published then
      keys := keys || post_list_keys(new.id, new.kind, new.category_id, new.featured);
    end if;
    -- Only posts have neighbors.
    if is_published and new.kind = 'post' then
      keys := keys || (
        select coalesce(max('post:' || neighbor.id), 'newest') from (
          select id from blog_posts other
          where other.published and other.published_at <= clock_timestamp() and other.kind = 'post'
            and (other.published_at, other.id) > (new.published_at, new.id)
          order by other.published_at, other.id limit 1) neighbor
      ) || (
        select array_agg('post:' || neighbor.id) from (
          select id from blog_posts other
          where other.published and other.published_at <= clock_timestamp() and other.kind = 'post'
            and (other.published_at, other.id) < (new.published_at, new.id)
          order by other.published_at desc, other.id desc limit 1) neighbor
      );
    end if;
  end if;
  if was_published and (
    not is_published or old.slug <> new.slug or new.published_at > clock_timestamp()
    or old.kind <> new.kind
  ) then
    keys := keys || 'withdrawn'::text;
  end if;
  perform record_content_changes(keys);
  return null;
end $$;
