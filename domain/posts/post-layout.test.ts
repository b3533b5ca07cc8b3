import { describe, expect, test } from 'vitest';

import { cleanTree, serializeClean } from '#domain/html/html.ts';
import { deriveKey } from '#domain/core/secrets.ts';
import { layOut } from '#domain/html/layout.ts';
import { bodyTree, layoutOf, madeBy, signedLayout } from './post-layout.ts';

const keysOf = (secret: string) => ({ deriveKey: (purpose: string) => deriveKey(secret, purpose) });
const keys = keysOf('the secret of the site');
const tree = cleanTree('<h2>Cost</h2><p>A <em>word</em> &amp; <img src="/storage/a/b.png" alt="x"></p>');
const content = serializeClean(tree);
const text = JSON.stringify(layOut(tree));
const post = { id: 'one', content, laidOut: signedLayout(keys, 'one', content, text) };
const hostile = '<p>Fine.<script>alert(1)</script><a href="javascript:alert(1)">x</a></p>';

test('the stored layout of a body is used while its signature is ours', () => {
  expect(layoutOf(keys, post)).toEqual(layoutOf(keys, { ...post, laidOut: null }));
  const other = cleanTree('<p>Laid out before.</p>');
  const laidOut = signedLayout(keys, 'one', content, JSON.stringify(layOut(other)));
  expect(layoutOf(keys, { ...post, laidOut }).html).toEqual(['<p>Laid out before.</p>']);
  expect(bodyTree(keys, post)).toEqual(tree);
});

test('a layout names another maker after a change of the secret', () => {
  expect(madeBy(keysOf('another secret'))).not.toBe(madeBy(keys));
});

describe('a body is cleaned and laid out again', () => {
  test.each([
    ['whose layout was changed', { laidOut: post.laidOut.replace('Cost', 'Cost<script>') }],
    ['whose signature was cut', { laidOut: post.laidOut.slice(1) }],
    ['whose layout is empty', { laidOut: '' }],
    ['that has the layout of another post', { id: 'two' }],
    ['that was changed without the application', { content: hostile }],
    [
      'whose layout gained a part of the body',
      { content: content.slice(0, -1), laidOut: `${post.laidOut}>` },
    ],
    ['that another site laid out', { laidOut: signedLayout(keysOf('another secret'), 'one', content, text) }],
  ])('%s', (_, change) => {
    const changed = { ...post, ...change };
    expect(layoutOf(keys, changed)).toEqual(layoutOf(keys, { ...changed, laidOut: null }));
    expect(JSON.stringify(layoutOf(keys, changed))).not.toContain('script');
    expect(bodyTree(keys, changed)).toEqual(cleanTree(changed.content));
  });
});
