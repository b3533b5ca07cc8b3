import { describe, expect, test } from 'vitest';

import { reviewBeforePublishing } from './review-before-publishing.ts';

const good = { title: 'A short title', excerpt: 'What it says.', isImageUndescribed: false };

describe('before publishing', () => {
  test('a complete post has no warning', () => {
    const html =
      '<h2>One</h2><p><a href="/x">words</a></p><h3>Two</h3><figure><img src="/storage/blog-images/a/b.png" alt="A plan"></figure>' +
      '<p><img src="/storage/blog-images/a/c.png" alt=""></p><h2>Three</h2>';
    expect(reviewBeforePublishing({ ...good, html })).toEqual([]);
  });

  test.each([
    ['<figure><img src="/storage/blog-images/a/b.png"></figure>', 'An image has no alt text.'],
    ['<h2>1</h2><h4>A &amp; b</h4>', '“A & b” is a Heading 4 right after a Heading 2: a level is left out.'],
    ['<h3>One</h3>', 'The first heading, “One”, is a Heading 3: begin with Heading 2.'],
    ['<h2> </h2>', 'A Heading 2 is empty.'],
    ['<p><a href="/x"></a></p>', 'A link has no words.'],
    ['<p><a href="/x"><strong> </strong></a></p>', 'A link has no words.'],
    [
      '<p><a class="color-red" href="https://example.org/">https://example.org/</a></p>',
      'A link shows its address instead of words.',
    ],
  ])('%s', (html, message) => {
    expect(reviewBeforePublishing({ ...good, html })).toEqual([message]);
  });

  test('a link with an image that has alt text has no warning', () => {
    const html = '<p><a href="/x"><img src="/storage/blog-images/a/b.png" alt="The plan"></a></p>';
    expect(reviewBeforePublishing({ ...good, html })).toEqual([]);
  });

  test('a featured image without alt text is a warning', () => {
    expect(reviewBeforePublishing({ ...good, isImageUndescribed: true, html: '' })).toEqual([
      'The featured image has no alt text.',
    ]);
  });

  test('a long title and a missing excerpt are warnings', () => {
    expect(reviewBeforePublishing({ ...good, title: 'x'.repeat(90), excerpt: ' ', html: '' })).toEqual([
      'The title has 90 characters; search results show about 60.',
      'There is no excerpt: lists and social cards will show the title alone.',
    ]);
  });
});
