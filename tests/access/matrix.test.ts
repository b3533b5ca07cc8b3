import { dirname } from 'node:path';

import { expect, test } from 'vitest';

import { matrix } from './matrix.ts';
import { listIntents, listRoutes } from './routes.ts';

test('every route has a row, and every one that takes a form has one that sends it', async () => {
  const missing = [];
  for (const { file, reads, acts } of await listRoutes()) {
    const rows = matrix.filter(({ route }) => route === file);
    if (reads && !rows.some(({ send }) => send === undefined)) missing.push(`read ${file}`);
    if (acts && !rows.some(({ send }) => send !== undefined)) missing.push(`act ${file}`);
  }
  expect(missing, 'add these to the rows beside this test').toEqual([]);
});

test('everything that a screen can ask for has a row', async () => {
  const missing = [];
  for (const { folder, intent } of await listIntents()) {
    // Parts of the forms of every kind of content: the screen that has one has the row.
    const isOfAnyForm = folder.startsWith('admin/editing');
    const screens = isOfAnyForm ? '' : screensAbove(`routes/${folder}`);
    const rows = matrix.filter(({ route }) => isOfAnyForm || dirname(route) === screens);
    if (!rows.some((row) => row.intent === intent)) missing.push(`${folder}: ${intent}`);
  }
  expect(missing, 'add these to the rows beside this test').toEqual([]);
}, 60_000);

/** The folder with screens that a folder of their parts lies in. */
function screensAbove(folder: string): string {
  return matrix.some(({ route }) => dirname(route) === folder) ? folder : screensAbove(dirname(folder));
}
