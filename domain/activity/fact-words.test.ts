import { expect, test } from 'vitest';

import { presentFacts } from './fact-words.ts';

test('facts are told in words: an instant in the time zone of the site, a role by its name', () => {
  const { changes, details } = presentFacts(
    { publishedAt: null, role: 'editor', published: false, words: 1200 },
    { publishedAt: '2026-11-22T09:00:00.000Z', role: 'super_admin', published: true, words: 1201 },
    'America/Toronto',
  );
  expect(changes).toEqual([
    { name: 'Publish date', before: 'none', after: 'Nov 22, 2026, 4:00 AM' },
    { name: 'Role', before: 'Editor', after: 'Super Admin' },
    { name: 'Published', before: 'no', after: 'yes' },
    { name: 'Words', before: '1,200', after: '1,201' },
  ]);
  expect(details).toBeNull();
});

test('the names of fields without words of their own, and ids, stand behind the details', () => {
  const id = '0b0e7a52-6f0b-4c55-9e61-0f6a4d9c2f10';
  expect(presentFacts({ categoryId: null, some_field: 1 }, { categoryId: id, some_field: 2 }, 'UTC')).toEqual(
    {
      changes: [{ name: 'Category', before: null, after: 'changed' }],
      details: `categoryId:  → ${id}\nsome_field: 1 → 2`,
    },
  );
});
