import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { withSourcePlaces } from '../../scripts/trace.ts';

test('places of the bundle in a log become places in the sources; other text stays', () => {
  const code = readFileSync('build/product/main.js', 'utf8').split('\n');
  const line = code.findIndex((text) => text.includes('startPrimary(options)')) + 1;
  const column = (code[line - 1] ?? '').indexOf('startPrimary') + 1;
  const source = readFileSync('server/run-main.ts', 'utf8').split('\n');
  const sourceLine = source.findIndex((text) => text.includes('startPrimary(options)')) + 1;
  expect(
    withSourcePlaces(
      `{"stack":"Error: x\\n    at run (file:///srv/site/build/product/main.js:${line}:${column})\\n    at /srv/site/build/product/gone-1a2b.js:1:2"}`,
    ),
  ).toMatch(
    new RegExp(
      String.raw`^\{"stack":"Error: x\\n    at run \(server/run-main\.ts:${sourceLine}:\d+\)\\n    at /srv/site/build/product/gone-1a2b\.js:1:2"\}$`,
    ),
  );
});
