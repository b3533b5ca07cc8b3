import { defineConfig } from 'vitest/config';

const rooms = '{app,domain,db,adapters,server,tests,scripts,bench}';

/** Proofs that take minutes. */
const long = [
  'tests/http/access.test.ts',
  'tests/http/delivery-errors.test.ts',
  'tests/http/development.test.ts',
  'tests/http/image-corpus.test.ts',
  'tests/http/image-slow.test.ts',
  'tests/e2e/corpus.test.ts',
  'tests/e2e/xss-corpus.test.ts',
  'tests/e2e/many-images.test.ts',
  'tests/e2e/round-trip.test.ts',
  'tests/e2e/public-access.test.ts',
  'tests/e2e/troubled-writing.test.ts',
];

/**
 * Four kinds of tests by what they need: `unit` nothing, `database` a PostgreSQL, `http` the running product, `e2e` the
 * running product and a browser. Files run two at a time, which two cores share well. Not part of `npm test`: `long`
 * (`npm run test:long`), proofs that take minutes, and `web` (`npm run check:web`), checkers that take minutes or Java.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${rooms}/**/*.test.{ts,tsx}`],
          exclude: ['**/*.db.test.ts', 'tests/http/**', 'tests/e2e/**', 'tests/web/**'],
          // Some start and stop a PostgreSQL of their own.
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'database',
          include: [`${rooms}/**/*.db.test.ts`],
          globalSetup: 'tests/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          exclude: long,
          globalSetup: 'tests/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Each file has a product and a database of its own.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'long',
          include: long,
          globalSetup: 'tests/global-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.ts'],
          globalSetup: 'tests/global-setup.ts',
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.{ts,tsx}'],
          exclude: long,
          globalSetup: 'tests/global-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
