import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { exportSiteWords, importSiteWords } from '#domain/site/site-words-file.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { counted } from '#domain/fields/counted.ts';
import { readConfig } from '#server/settings/config.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { openConfiguredDatabase } from '#server/database/database.ts';
import { runCommand } from './command.ts';
import { refuseFile, UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run site-words -- export FILE            writes the words that were edited into a new file of JSON
  npm run site-words -- export FILE --all      writes every field, also those with their defaults
  npm run site-words -- import FILE            takes words from such a file as drafts
  npm run site-words -- import FILE --publish  makes them public at once`;

/** Bytes of a file: every document at its limits is smaller. */
const maxBytes = 16_000_000;

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, publish: { type: 'boolean', default: false } },
  });
  const [command, name, ...more] = positionals;
  const isKnown = (command === 'export' && !values.publish) || (command === 'import' && !values.all);
  if (!isKnown || name === undefined || more.length > 0) throw new UsageError();
  // npm changes to the project's folder; the file name is relative to the folder of the shell.
  const file = resolve(process.env['INIT_CWD'] ?? '.', name);
  const words = command === 'import' ? await readWords(file) : null;
  const config = readConfig(await readEnvironment());
  const database = await openConfiguredDatabase(config, { announce: console.log, share: true });
  try {
    const { db } = database.client;
    if (command === 'export') {
      const exported = await exportSiteWords(db, values.all);
      const json = `${JSON.stringify(exported, null, 2)}\n`;
      await writeFile(file, json, { flag: 'wx' }).catch((error: unknown) => refuseFile(file, error));
      console.log(`${file} holds ${counted(Object.keys(exported.documents).length, 'document')}.`);
      return;
    }
    const written = await importSiteWords({ db, now: () => new Date() }, words, values.publish);
    const labels = written.map((each) => siteDocuments[each].label).join(', ');
    console.log(`${values.publish ? 'Public now' : 'Drafts now'}: ${labels || 'nothing'}.`);
  } finally {
    await database.stop();
  }
});

async function readWords(file: string): Promise<unknown> {
  const { size } = await stat(file).catch(() => {
    throw new UsageError(`${file} cannot be read.`);
  });
  if (size > maxBytes) throw new UsageError(`${file} is too large to be a file of words.`);
  try {
    const text = await readFile(file, 'utf8');
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw new UsageError(`${file} holds no JSON.`);
  }
}
