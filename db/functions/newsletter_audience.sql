-- Everybody who may get the next email of the newsletter: confirmed, not suppressed, and with a choice that fits.
-- only_category: those who get everything, and those who chose this category; null for a post without one.
create or replace function newsletter_audience(only_category uuid) returns table (subscriber_id uuid, email text)
language sql stable parallel safe as $$
  select s.id, s.email from subscribers s
  where s.state = 'confirmed' and not is_suppressed(s.email)
    and (not s.only_categories or exists (
      select from subscriber_categories c
      where c.subscriber_id = s.id and c.category_id = only_category
    ))
$$;
