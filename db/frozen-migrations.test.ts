import { expect, test } from 'vitest';

import { readText } from '#tests/project.ts';
import { readMigrations } from './migrate.ts';

/** Migrations of released versions, by name: databases of owners know them by these checksums. */
const released: unknown = JSON.parse(readText('db/migrations/checksums.json'));

test('no migration of a released version is changed, and each new one is written down', async () => {
  const now = readMigrations().map(({ name, checksum }) => [name, checksum]);
  expect(
    Object.fromEntries(now),
    'A database that has this migration would refuse to start. Put the file back, and add a new migration with the next number. ' +
      'Write its checksum (sha256sum) into db/migrations/checksums.json once it is final.',
  ).toEqual(released);
});
