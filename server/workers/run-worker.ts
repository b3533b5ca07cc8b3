import { createLog } from '#adapters/log.ts';
import { createScheduledBackups } from '../backup/scheduled-backups.ts';
import { createPointInTime } from '../point-in-time/point-in-time.ts';
import { builtWeb, clientDirectory } from '../built-web.ts';
import { keepCompiledCode } from '../compile-cache.ts';
import { readConfig, readEnvironment } from '../config.ts';
import { attachDatabase, type ConfiguredDatabase } from '../database.ts';
import { explainFailure } from '../explain-failure.ts';
import { repeatJob } from '../jobs/repeat-job.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { findOwnAddress } from '../own-address.ts';
import { sessionSecretOf } from '../session-secret.ts';
import { createSite, type Site } from '../site.ts';
import {
  listenVariable,
  parseMessageToWorker,
  placeVariable,
  type MessageToPrimary,
  type MessageToWorker,
} from './messages.ts';

/** Connections of its pool: several workers share what a PostgreSQL allows. */
const CONNECTIONS = 8;
const READ_BACKUP_STATUS_EVERY = 60_000;

/**
 * Runs one of the processes that answer requests, until the primary process says otherwise or ends: then this one ends
 * too, by the library for processes.
 */
export async function runWorker(): Promise<void> {
  await answerRequests().catch(fail);
}

async function answerRequests(): Promise<void> {
  // A terminal sends these to every process of its group; the primary process decides.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});

  const config = readConfig(await readEnvironment());
  const log = createLog({ level: config.logLevel });
  const backups = createScheduledBackups(config);
  const pointInTime = createPointInTime(config);
  const { port, origin } = await findOwnAddress(config);
  const secret = await sessionSecretOf(config);
  const web = builtWeb();
  await web;
  const others = createQuestions();
  const listensAtOnce = process.env[listenVariable] !== '';
  const listening = Promise.withResolvers<Site>();
  let database: ConfiguredDatabase | null = null;

  process.on('message', (message: unknown) => {
    const parsed = parseMessageToWorker(message);
    if (parsed) listening.promise.then((site) => receive(site, parsed)).catch(fail);
  });
  process.on('SIGTERM', () => void listening.promise.then((site) => end(site.retire)).catch(fail));
  // What changes from here on is heard, so the copies of pages that are read next can be withdrawn.
  await tell({ kind: 'hears' });
  const metrics =
    config.metricsPort === null
      ? null
      : createMetrics({
          process: () => ({ app: site.state(), pool: database?.client.pool ?? null, failingJobs: {} }),
        });
  const site = createSite({
    config,
    port,
    origin,
    secret,
    log,
    backups,
    pointInTime,
    clientDirectory,
    web: () => web,
    metrics,
    outboxFilled: () => void tell({ kind: 'outbox-filled' }),
    shared: {
      place: Number(process.env[placeVariable]),
      contentChanged: async () => void (await others.ask((id) => ({ kind: 'content-changed', id }))),
      copyElsewhere: async (address) => {
        const answer = await others.ask((id) => ({ kind: 'copy-wanted', id, address }));
        return answer.kind === 'copy' && answer.copy
          ? { ...answer.copy, body: Buffer.from(answer.copy.body, 'base64') }
          : undefined;
      },
    },
  });
  if (listensAtOnce) await site.listen();
  listening.resolve(site);

  async function receive(to: Site, message: MessageToWorker): Promise<void> {
    switch (message.kind) {
      case 'open':
        return open(to);
      case 'content-changed':
        await to.contentChangedElsewhere();
        return tell({ kind: 'settled', id: message.id });
      case 'copy-wanted': {
        const copy = to.copyOf(message.address);
        const sent = copy && { ...copy, headers: [...copy.headers], body: copy.body.toString('base64') };
        return tell({ kind: 'copy', id: message.id, copy: sent ?? null });
      }
      case 'settled':
      case 'copy':
        return others.answered(message.id, message);
      case 'measure':
        return tell({ kind: 'metrics', id: message.id, snapshot: [...((await metrics?.snapshot()) ?? [])] });
      case 'retire':
        return end(to.retire);
      case 'stop':
        return end(to.stop);
    }
  }

  async function open(to: Site): Promise<void> {
    database = attachDatabase(config, {
      max: CONNECTIONS,
      onIdleError: (error) => log.warn('A database connection broke', { error }),
      onContentChange: to.checkContent,
      mayWriteToDisk: to.disk.mayWrite,
    });
    const { db } = to.open(database).domain;
    to.serve();
    if (!listensAtOnce) await to.listen();
    const run = () => Promise.all([backups.look(db), pointInTime.look(db)]);
    repeatJob({ name: 'State of the backup', everyMilliseconds: READ_BACKUP_STATUS_EVERY, run }, log);
    keepCompiledCode();
    await tell({ kind: 'ready' });
  }

  async function end(work: () => Promise<void>): Promise<void> {
    await work();
    await database?.stop(1_500);
    await log.flush();
    process.exit(0);
  }
}

async function fail(error: unknown): Promise<never> {
  await tell({ kind: 'failed', message: explainFailure(error) });
  process.exit(1);
}

/** What the primary process has been asked and has not answered yet; it answers everything in time. */
function createQuestions() {
  const waiting = new Map<number, (answer: MessageToWorker) => void>();
  let lastId = 0;
  return {
    ask(question: (id: number) => MessageToPrimary): Promise<MessageToWorker> {
      const id = (lastId += 1);
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        void tell(question(id));
      });
    },
    answered(id: number, answer: MessageToWorker): void {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
  };
}

/** Resolves when it is on its way; a primary process that has ended takes this one with it. */
function tell(message: MessageToPrimary): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}
