import type pg from 'pg';

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { openDatabase, type Database, type DatabaseClient } from '#db/client.ts';
import { pendingMigrations, readMigrations, SchemaError } from '#db/migrate.ts';
import { readBackupStatus, type BackupStatus } from '#db/queries/installation.ts';
import { secondsToArchive } from '#db/write-ahead-log.ts';
import { archiveFailure, backupNotices } from '../backup/backup-notices.ts';
import { readHandOver } from '../backup/log-archiver.ts';
import { missingImageFindings, newestBackupFindings } from './storage.ts';
import { listImageKeys } from '#db/queries/images.ts';
import { measureOutbox } from '#db/queries/outbox.ts';
import { defaultWords } from '#domain/site/site-words.ts';
import { listExampleText } from '#domain/site/site-document.ts';
import { hasSuperAdmin } from '#db/queries/admins.ts';
import { listAppliedMigrations, readServerFacts, type ServerFacts } from '#db/queries/server-facts.ts';

import type { Config } from '../settings/config.ts';
import { createImageStore } from '../images/image-store.ts';
import { findOtherStorage } from '../images/storage-identity.ts';
import { findServer } from '../database/database-server.ts';
import {
  explainConnectionFailure,
  isDiskFull,
  noSessionsMessage,
  oldestServer,
} from '../database/connection-failure.ts';
import { assertContentNotLost } from '../database/had-content.ts';
import { readSiteSettings, siteSettings, type SiteSettings } from '../settings/site-settings.ts';
import { within } from '#db/within.ts';
import { errorCode, messageOf, sqlState } from '#db/database-error.ts';
import { checkWithin, ok, problem, warning, type Check, type Finding } from './check.ts';

/** The database, everything about it in one check: an embedded server that is stopped is started for it once. */
export const database: Check = {
  name: 'database',
  async run({ config }, signal) {
    if (isUnmade(config)) return ok('There is no database yet: the first start makes it.');
    return withDatabase(config, signal, async (client) => {
      try {
        return await examine(client, config);
      } catch (error) {
        const { message, details } = explainConnectionFailure(error);
        if (errorCode(error) === sqlState.cannotConnectNow)
          return warning(`${message} ${details}`, 'Run this again in a moment.');
        const repair = isDiskFull(error)
          ? 'Make room on the disk of the database.'
          : 'Start the database server, and check DATABASE_URL: host, port, user, password, name.';
        return problem(`${message} ${details}`, repair);
      }
    });
  },
};

/** Returns the settings of Site; its defaults where the database does not answer, which its check says. */
export async function readSettingsOfSite(config: Config): Promise<SiteSettings> {
  const byDefault = siteSettings(defaultWords, config);
  if (isUnmade(config)) return byDefault;
  const signal = AbortSignal.timeout(checkWithin);
  const read = withDatabase(config, signal, (client) => readSiteSettings(config, client)).then(
    ({ settings }) => settings,
    () => byDefault,
  );
  // An embedded server that is being started has to end before the check of the database starts it again.
  return config.databaseUrl === null ? read : ((await within(checkWithin, read)) ?? byDefault);
}

function isUnmade({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl === null && !existsSync(join(dataDir, 'postgres'));
}

async function withDatabase<Result>(
  config: Config,
  signal: AbortSignal,
  run: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const server = await findServer(config, { announce: () => {}, share: true });
  signal.addEventListener('abort', () => void server.stop(1_000));
  const client = openDatabase(server.connection, {
    timeZone: 'UTC',
    onIdleError: () => {},
    max: 2,
  });
  try {
    return await run(client);
  } finally {
    await client.close();
    await server.stop();
  }
}

async function examine({ db, pool, look }: DatabaseClient, config: Config): Promise<Finding[]> {
  // Its error says why there is no connection.
  const { hasSessions } = await look();
  const before = Date.now();
  const facts = await readServerFacts(db);
  const here = (before + Date.now()) / 2;
  const found = [
    ...serverFindings(facts),
    ...(hasSessions ? [] : [problem(noSessionsMessage, 'Change DATABASE_URL or the pooler.')]),
    ...clockFindings('The clock of the database', facts.now.getTime() - here),
  ];
  if (!facts.hasMigrations) return [...found, ok('The database is empty: the first start fills it.')];
  const migrations = schemaFindings(readMigrations(), await listAppliedMigrations(db));
  found.push(...migrations);
  if (migrations.some(({ status }) => status !== 'ok')) return found;
  const [hasAdmin, outbox, backup, examples, contentLost] = await Promise.all([
    hasSuperAdmin(db),
    measureOutbox(db),
    readBackupStatus(db),
    listExampleText(db),
    assertContentNotLost(pool, config.dataDir).then(() => null, messageOf),
  ]);
  if (contentLost !== null) found.push(problem(contentLost, 'Do that before the next start.'));
  return [
    ...found,
    hasAdmin
      ? ok('There is a super admin.')
      : warning(
          'There is no super admin.',
          'Run "npm run admin -- create", and open the link that it prints.',
        ),
    examples.length === 0
      ? ok('No page shows example text.')
      : warning(
          `Visitors see example text on these pages: ${examples.join(', ')}.`,
          'Open /admin/site: edit it, or publish it as it is.',
        ),
    ...outboxFindings(outbox, new Date()),
    ...(config.backup === null ? [] : backupFindings(backup, new Date())),
    ...(await newestBackupFindings(config, backup.file)),
    ...(await missingImageFindings(config, await listImageKeys(db))),
    ...(await storageFindings(config, db)),
    ...(await logFindings(pool, config)),
  ];
}

async function storageFindings(config: Config, db: Database): Promise<Finding[]> {
  // The check of the storage says why it does not answer.
  const other = await findOtherStorage(db, createImageStore(config)).catch(() => null);
  return other === null ? [] : [problem(other.text, other.repair)];
}

async function logFindings(pool: pg.Pool, { backup, databaseUrl, dataDir }: Config): Promise<Finding[]> {
  if (backup === null || databaseUrl !== null) return [];
  const failure = archiveFailure(await secondsToArchive(pool), await readHandOver(dataDir, 'failed'));
  if (failure === null) return [ok('The log of the database is archived.')];
  return [problem(failure, 'Repair the place of the backups; the product tries again every few seconds.')];
}

/** Pure. */
export function serverFindings(facts: ServerFacts): Finding[] {
  const { version, maxConnections, connections } = facts;
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  return [
    version < oldestServer
      ? problem(`The database is ${name}; 15 or newer is needed.`, 'Upgrade the server, or use another one.')
      : ok(`${name} answers.`),
    facts.isReadOnly
      ? problem(
          'The database takes no writes: it is a standby or set to read-only.',
          'Name the primary in DATABASE_URL, or set default_transaction_read_only off.',
        )
      : [],
    facts.encoding === 'UTF8'
      ? []
      : problem(
          `The encoding of the database is ${facts.encoding}.`,
          "Create it again with encoding 'UTF8'.",
        ),
    maxConnections - connections < 14
      ? warning(
          `Only ${Math.max(0, maxConnections - connections)} of ${maxConnections} connections to the database are free; each instance takes up to 14.`,
          'Raise max_connections, or end other programs that hold connections.',
        )
      : [],
  ].flat();
}

/** @param applied what the database says. Pure. */
export function schemaFindings(
  known: Parameters<typeof pendingMigrations>[0],
  applied: readonly { name: string; checksum: string }[],
): Finding[] {
  try {
    const pending = pendingMigrations(known, applied);
    if (pending.length === 0) return [ok('The schema is of this release.')];
    return [
      warning(
        `${pending.length} of ${known.length} migrations wait: ${pending.map(({ name }) => name).join(', ')}.`,
        'Make a backup (npm run backup), then start this release: it migrates the database.',
      ),
    ];
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return [problem(error.message, 'Start the release that this database belongs to.')];
  }
}

const stuckAfter = 15 * 60_000;

/** Pure. */
export function outboxFindings(
  { oldest, failing, givenUp }: { oldest: Date | null; failing: number; givenUp: number },
  now: Date,
): Finding[] {
  const repair = 'Open /admin/messages/delivery: it says why, and sends a test message.';
  return [
    oldest !== null && now.getTime() - oldest.getTime() > stuckAfter
      ? problem(`An email has waited since ${oldest.toISOString()}; ${failing} fail again and again.`, repair)
      : [],
    givenUp > 0 ? problem(`${givenUp} emails were given up after a day of attempts.`, repair) : [],
  ].flat();
}

/** The findings about backups that the dashboard shows too. Pure. */
export function backupFindings(status: BackupStatus, now: Date): Finding[] {
  const { warnings } = backupNotices(status, now, 'UTC');
  if (warnings.length === 0)
    return [ok(status.succeededAt === null ? 'There is no backup yet.' : 'The newest backup is good.')];
  return warnings.map(({ text, details = '' }) =>
    problem(
      `${text} ${details}`.trim(),
      'Repair that, and see whether the product runs: it tries again every 15 minutes.',
    ),
  );
}

/** @param ahead milliseconds that another clock is ahead of this machine's. Pure. */
export function clockFindings(whose: string, ahead: number): Finding[] {
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  if (seconds <= 5) return [ok(`${whose} agrees with this machine's.`)];
  const message = `${whose} is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`;
  const repair =
    'Set both by the network: timedatectl set-ntp true. Codes of authenticator apps need the right time.';
  return [(seconds > 60 ? problem : warning)(message, repair)];
}
