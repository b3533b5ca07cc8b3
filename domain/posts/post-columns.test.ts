import { expect, test } from 'vitest';

import { columnNames, columnOf, factNames, postFields, type FieldName } from './post-fields.ts';

/** Columns of a post that are not fields, by where visitors see them. A column that is nowhere decides about lists. */
const others = {
  page: 'content word_count version updated_at first_published_at saved_by save_kind save_key'.split(' '),
  card: ['read_minutes'],
};

const namesIn = (place: 'page' | 'card') => {
  const isThere = (name: FieldName) => postFields[name].shownIn === place;
  const columns = columnNames.filter(isThere).map((name) => columnOf(name));
  return [...others[place], ...columns, ...factNames.filter(isThere)];
};

const list = (names: readonly string[]) => `'{${names.join(', ')}}'::text[]`;

test('post_parts.sql has the fields of the table', async () => {
  await expect(`-- Written from domain/posts/post-fields.ts by \`npx vitest run -u domain/posts/post-columns.test.ts\`: the columns of the fields,
-- and the columns and facts that visitors see on the page of a text alone, or on its cards too.
create or replace function post_parts(kind text) returns text[] language sql immutable as $$
  select case kind
    when 'column' then ${list(columnNames.map((name) => columnOf(name)))}
    when 'page' then ${list(namesIn('page'))}
    when 'card' then ${list(namesIn('card'))}
  end
$$;
`).toMatchFileSnapshot('../../db/functions/post_parts.sql');
});
