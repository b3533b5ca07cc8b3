-- Written from domain/posts/post-fields.ts by `npx vitest run -u domain/posts/post-columns.test.ts`: the columns of the fields,
-- and the columns and facts that visitors see on the page of a text alone, or on its cards too.
create or replace function post_parts(kind text) returns text[] language sql immutable as $$
  select case kind
    when 'column' then '{title, slug, excerpt, published, featured, published_at, display_published_at, featured_image, image_description, author_id, public_author_id, category_id, language, meta_description, social_title, social_image, canonical_url, noindex, kind, client_logo}'::text[]
    when 'page' then '{content, word_count, version, updated_at, first_published_at, saved_by, save_kind, save_key, image_description, language, meta_description, social_title, social_image, canonical_url, noindex, technologies, year, link}'::text[]
    when 'card' then '{read_minutes, title, slug, excerpt, display_published_at, featured_image, author_id, public_author_id, client_logo, client, results, quote, quoteName, quoteRole}'::text[]
  end
$$;
