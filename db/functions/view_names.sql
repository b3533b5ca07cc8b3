-- The names under which a view of a post is in view_days.
create or replace function view_names(post_id uuid, referrer_host text, campaign text, device text, browser text)
returns table (what text, name text) language sql immutable as $$
  select n.what, n.name
  from (values
    ('post', post_id::text), ('site', ''), ('referrer', referrer_host), ('campaign', campaign), ('device', device),
    ('browser', browser), ('post_campaign', post_id || ' ' || campaign)
  ) n (what, name)
  where campaign <> '' or n.what not in ('campaign', 'post_campaign')
$$;
