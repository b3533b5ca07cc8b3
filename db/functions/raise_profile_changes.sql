-- The name of an author stands on the cards of their posts.
create or replace function raise_profile_changes() returns trigger language plpgsql as $$
declare
  keys text[];
begin
  if tg_op = 'UPDATE'
    and (old.user_id, old.display_name, old.username) is not distinct from (new.user_id, new.display_name, new.username)
  then
    return null;
  end if;
  keys := array(select 'card:' || id from blog_posts where author_id in (old.user_id, new.user_id) and published limit 501);
  if cardinality(keys) = 0 and tg_op <> 'DELETE' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    keys := keys || 'withdrawn'::text;
  end if;
  perform record_content_changes(keys);
  return null;
end $$;
