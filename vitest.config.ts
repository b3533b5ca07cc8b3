import { availableParallelism } from 'node:os';
import { relative } from 'node:path';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const rooms = '{app,domain,db,adapters,server,tests,scripts,bench}';

/**
 * Tests that need more than a machine with Node: root and a container, an empty server, the large corpora, or minutes.
 */
const long = [
  'tests/http/development.test.ts',
  'tests/http/failures-of-the-machine.test.ts',
  'tests/http/post-email-crashes.test.ts',
  'tests/http/post-email-restore.test.ts',
  'tests/e2e/admin-walk.test.ts',
  'tests/http/container-image.test.ts',
  'tests/http/mcp-conformance.test.ts',
  'tests/http/empty-server.test.ts',
  'tests/http/fresh-clone.test.ts',
  'tests/http/release.test.ts',
  'tests/e2e/editor-large.test.ts',
  'tests/e2e/corpus.test.ts',
];

/** Files whose shorter tests are part of `npm test`; see `tests/long.ts`. */
const partlyLong = [
  'adapters/export-box.test.ts',
  'db/embedded/start.db.test.ts',
  'domain/images/image-verbs.db.test.ts',
  'domain/imports/imports.db.test.ts',
  'domain/posts/same-text.db.test.ts',
  'domain/html/markdown/write-markdown.test.ts',
  'server/backup/point-in-time.db.test.ts',
  'tests/http/backup.test.ts',
  'tests/http/delivery-errors.test.ts',
  'tests/http/failures.test.ts',
  'tests/http/hostile-texts.test.ts',
  'tests/http/image-uploads.test.ts',
  'tests/http/mcp-attacks.test.ts',
  'tests/http/read-api.test.ts',
  'tests/http/site-attacks.test.ts',
  'tests/http/start.test.ts',
  'tests/http/webhook-crashes.test.ts',
  'tests/missing-places.test.ts',
  'scripts/command-inputs.db.test.ts',
  'tests/growth.test.ts',
  'domain/html/highlight-code.test.ts',
  'tests/e2e/**/*.test.ts',
];

/**
 * Files that take longest. They run first of their project, so that at the end no core is idle while another finishes one
 * of them.
 */
const slow = [
  'tests/http/access.test.ts',
  'tests/e2e/keeping-text.test.ts',
  'tests/e2e/lists.test.ts',
  'tests/e2e/editor.test.ts',
  'tests/e2e/writing.test.ts',
  'tests/e2e/public-screens.test.ts',
  'tests/e2e/beside-the-form.test.ts',
  'tests/e2e/admin-frame.test.ts',
  'tests/http/guards.test.ts',
  'tests/http/database-trouble.test.ts',
  'tests/http/backup.test.ts',
  'tests/http/first-version.test.ts',
  'tests/http/last-good-copies.test.ts',
  'tests/http/export.test.ts',
  'tests/http/start.test.ts',
  'tests/http/failures.test.ts',
  'domain/post-emails/sending.db.test.ts',
  'server/backup/backup.db.test.ts',
  'scripts/import.db.test.ts',
  'scripts/seed/seed.db.test.ts',
  'domain/imports/imports.db.test.ts',
  'server/doctor/doctor.db.test.ts',
  'server/backup/scheduled-backups.db.test.ts',
  'server/backup/point-in-time.db.test.ts',
  'tests/growth.test.ts',
  'adapters/single-sign-on.test.ts',
  'adapters/export-box.test.ts',
  'domain/html/highlight-code.test.ts',
];

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A process runs tests of one project: between two of them it would begin anew.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const orderOf = (file: TestSpecification) =>
      projects.indexOf(file.project) * (slow.length + 1) + placeOf(file);
    return sorted.toSorted((one, other) => orderOf(one) - orderOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const index = slow.indexOf(relative(import.meta.dirname, moduleId));
  return index === -1 ? slow.length : index;
}

const cores = availableParallelism();

/** Two files at a time for each core: much of the time of most tests is waiting. */
const waiting = { maxWorkers: Math.min(8, 2 * cores), sequence: { groupOrder: 1 } };

/** Three files for two cores: these wait as well, and `npm test` runs them beside the others. */
const waitingBeside = { maxWorkers: Math.min(8, Math.ceil(1.5 * cores)), sequence: { groupOrder: 0 } };

/** These compute: after those that wait, so that no core is idle while the last of the others end. */
const computing = { maxWorkers: Math.min(8, cores), sequence: { groupOrder: 2 } };

/**
 * Five kinds of tests by what they need: `unit` nothing, `rules` the files and tools of the repository, `database` a
 * PostgreSQL, `http` the running product, `e2e` the running product and a browser. Not part of `npm test`: `long` (`npm run test:long`), proofs that take minutes,
 * `browsers` (`npm run test:browsers`), browsers that a machine may not have, and `web` (`npm run check:web`), checkers
 * that take minutes or Java.
 */
export default defineConfig({
  test: {
    globalSetup: 'tests/global-setup.ts',
    sequence: { sequencer: SlowFilesFirst },
    // An awaited event comes when it comes: a busy machine is no failure.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${rooms}/**/*.test.{ts,tsx}`],
          exclude: ['**/*.db.test.ts', 'tests/*.test.ts', 'tests/{http,e2e,web,browsers}/**'],
          // No module keeps state, so files can share a process: loading the modules anew takes longer than most tests.
          isolate: false,
          testTimeout: 60_000,
          ...computing,
        },
      },
      {
        test: {
          name: 'rules',
          include: ['tests/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...computing,
        },
      },
      {
        test: {
          name: 'database',
          include: [`${rooms}/**/*.db.test.ts`],
          exclude: long,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...waitingBeside,
        },
      },
      {
        test: {
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          exclude: long,
          // Pages that a test renders in its own process cost as much as in the product.
          env: { NODE_ENV: 'production' },
          // The build runs as it is.
          server: { deps: { external: [/\/build\//] } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file has a product and a database of its own, and shares only the process.
          isolate: false,
          ...waiting,
        },
      },
      {
        test: {
          name: 'long',
          include: [...long, ...partlyLong],
          env: { LONG_TESTS: '1' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'browsers',
          include: ['tests/browsers/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.{ts,tsx}'],
          exclude: long,
          // Each file has a product and a database of its own, and shares only the process and its browser.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...waiting,
        },
      },
    ],
  },
});
