import { parseFragment, serialize } from 'parse5';
import { expect, test } from 'vitest';

import { cleanHtml } from '#domain/text/html.ts';
import { unsafeIn } from './unsafe-html.ts';
import { payloads } from './xss-payloads.ts';

/** The contexts of a body in which a payload can end up. */
const contexts: readonly [name: string, of: (payload: string) => string][] = [
  ['alone', (payload) => payload],
  ['in a paragraph', (payload) => `<p>before ${payload} after</p>`],
  ['in a cell', (payload) => `<table><tr><td>${payload}</td></tr></table>`],
  ['in an address', (payload) => `<a href="${payload}">link</a>`],
  ['in single quotes', (payload) => `<a href='${payload}' title='${payload}'>link</a>`],
  ['in an image', (payload) => `<img src="${payload}" alt="${payload}">`],
  ['in a frame', (payload) => `<iframe src="${payload}"></iframe>`],
  ['in a style of SVG', (payload) => `<svg><style>${payload}</style></svg>`],
  [
    'in a class, an id and a style',
    (payload) => `<p style="${payload}" class="${payload}" id="${payload}">x</p>`,
  ],
];

test('unsafeIn finds most payloads in HTML that is not cleaned', () => {
  expect(payloads.filter((payload) => unsafeIn(payload).length > 0).length).toBeGreaterThan(
    payloads.length * 0.8,
  );
});

test.each(contexts)('cleanHtml makes every payload harmless and is idempotent: %s', (_, of) => {
  for (const payload of payloads) {
    const clean = cleanHtml(of(payload));
    expect(unsafeIn(clean), payload).toEqual([]);
    expect(cleanHtml(clean), payload).toBe(clean);
    expect(cleanHtml(serialize(parseFragment(clean))), payload).toBe(clean);
  }
});
