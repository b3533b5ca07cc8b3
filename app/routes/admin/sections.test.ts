import { expect, test } from 'vitest';

import { sectionName } from './sections.ts';

test.each([
  ['/admin', 'Dashboard'],
  ['/admin/', 'Dashboard'],
  ['/admin/posts', 'Posts'],
  ['/admin/posts/edit/0b0e7a52-6f0b-4c55-9e61-0f6a4d9c2f10', 'Posts'],
  ['/admin/tags', 'Tags'],
  ['/admin/tagsoup', 'Admin'],
  ['/admin/nowhere', 'Admin'],
])('%s is in %s', (path, name) => {
  expect(sectionName(path)).toBe(name);
});
