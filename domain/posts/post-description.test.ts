import { expect, test } from 'vitest';

import { publicPost } from '#tests/public-post.ts';
import { postDescription } from './post-description.ts';

const written = {
  metaDescription: 'Description',
  excerpt: 'Excerpt',
  content: '<p>First &amp; <b>last</b></p><p>words</p>',
  title: 'Title',
};

test.each([
  [written, 'Description'],
  [{ ...written, metaDescription: null }, 'Excerpt'],
  [{ ...written, metaDescription: null, excerpt: null }, 'First & last words'],
  [{ ...written, metaDescription: null, excerpt: null, content: '' }, 'Title'],
  [
    { ...written, metaDescription: null, excerpt: null, content: `<p>${'word '.repeat(99)}</p>` },
    `${'word '.repeat(32)}…`,
  ],
  [
    { ...written, metaDescription: null, excerpt: null, content: `<p>${'word '.repeat(9_000)}</p>` },
    `${'word '.repeat(32)}…`,
  ],
  [
    { ...written, metaDescription: null, excerpt: null, content: `${'<hr>'.repeat(9_000)}<p>Last words</p>` },
    'Last words',
  ],
])('what is said about a post is what was written for it, else its first words: %#', (post, said) => {
  expect(postDescription(publicPost(post))).toBe(said);
});
