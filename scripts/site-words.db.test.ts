import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { exportSiteWords } from '#domain/site/site-words-file.ts';
import { publishSiteDocument } from '#domain/site/write-site-document.ts';
import { useDatabase, type OwnDatabase } from '#tests/database.ts';
import { urlOf } from '#tests/database-url.ts';
import { contextAs } from '#tests/factories.ts';
import { useFolder } from '#tests/folder.ts';
import { runProcess } from '#tests/process.ts';

const [one, other] = [useDatabase(), useDatabase()];
const folder = useFolder();

function run(database: OwnDatabase, ...args: string[]) {
  const env = { DATABASE_URL: urlOf(database.connection), DATA_DIR: folder };
  return runProcess(['scripts/site-words.ts', ...args], env);
}

test('site-words moves words to another installation, and never writes over a file', async () => {
  const file = join(folder, 'words.json');
  await publishSiteDocument(await contextAs(one.db, 'admin'), 'general', {
    values: JSON.stringify({ name: 'Boatworks' }),
    version: '1',
  });
  expect(await run(one, 'export', file)).toEqual({ code: 0, output: `${file} holds 1 document.\n` });
  expect(await run(one, 'export', file)).toEqual({
    code: 2,
    output: `${file} exists already: give the name of a new file.\n`,
  });
  expect(await run(one, 'export', join(folder, 'none', 'words.json'))).toMatchObject({
    code: 2,
    output: expect.stringMatching(/cannot be written \(ENOENT\)\.\n$/),
  });
  await writeFile(file, `\uFEFF${await readFile(file, 'utf8')}`);
  expect(await run(other, 'import', file, '--publish')).toEqual({
    code: 0,
    output: 'Public now: General.\n',
  });
  expect(await exportSiteWords(other.db, false)).toMatchObject({
    documents: { general: { name: 'Boatworks' } },
  });
});

test('site-words says everything that is wrong in a file, and changes nothing', async () => {
  const words = await exportSiteWords(other.db, false);
  const file = join(folder, 'wrong.json');
  await writeFile(
    file,
    JSON.stringify({ ...words, documents: { general: { name: '', motto: 'x' } }, more: 1 }),
  );
  const { code, output } = await run(other, 'import', file);
  expect(code).toBe(2);
  expect(output).toMatch(/more: .*\ngeneral\.motto: .*\ngeneral\.name: /s);
});
