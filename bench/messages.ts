import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import { measureOutbox } from '#db/queries/outbox.ts';
import type { SinkAnswer, SinkOrder } from './mail-sink.ts';
import { startOwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';
import { option } from './option.ts';

/**
 * Messages while the mail server works, is unreachable, or does not respond: response times for visitors, the number of
 * stored messages, and the time to deliver them once the mail server is back.
 *
 * npm run bench -- messages [--perMinute 1000] [--seconds 60]
 */
const perMinute = option('perMinute', 1_000);
const seconds = option('seconds', 60);
const total = Math.round((perMinute * seconds) / 60);
/** Requests before the measurement, so that Node compiles the code. */
const warmUp = 50;

const mailPort = await freePort();
const product = await startOwnProduct({
  EMAIL_TRANSPORT: 'smtp',
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  CONTACT_EMAIL: 'inbox@firm.test',
});
const { origin } = product;
const { db } = product.db;
try {
  const agent = new Agent({ keepAlive: true });
  for (let n = 0; n < warmUp; n += 1) await send(agent, `warm ${n}`);

  await measure('well', agent, { before: start, after: async () => {} });
  await measure('away', agent, { before: async () => {}, after: start });
  await measure('silent', agent, {
    before: async (sink) => {
      await start(sink);
      await sink.order({ do: 'behave', failure: { at: 'greeting', is: 'says nothing' } });
    },
    after: (sink) => sink.order({ do: 'behave', failure: null }),
  });
  agent.destroy();
} finally {
  await product.stop();
}

type Sink = { order: (order: SinkOrder) => Promise<SinkAnswer>; stop: () => void };

function openSink(): Sink {
  const child = fork(join(import.meta.dirname, 'mail-sink.ts'));
  return {
    order(order) {
      child.send(order);
      return new Promise((resolve) => child.once('message', (answer: SinkAnswer) => resolve(answer)));
    },
    stop: () => void child.kill(),
  };
}

function start(sink: Sink): Promise<SinkAnswer> {
  return sink.order({ do: 'start', port: mailPort });
}

/** Messages for some seconds in one state of the mail server; then it works again and everything is delivered. */
async function measure(
  state: string,
  agent: Agent,
  change: { before: (sink: Sink) => Promise<unknown>; after: (sink: Sink) => Promise<unknown> },
): Promise<void> {
  await sql`truncate messages, jobs cascade`.execute(db);
  const sink = openSink();
  await change.before(sink);
  const answers = await sendAtARate(agent, state);
  const accepted = answers.filter(({ status }) => status === 200);
  const { n: stored } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const times = answers.map(({ milliseconds }) => milliseconds);
  const shares = [0.5, 0.95, 0.99, 1].map((share) => `${percentile(times, share).toFixed(1)} ms`);
  console.log(
    `Mail server ${state}: ${total} messages in ${seconds} s; p50 ${shares[0]}, p95 ${shares[1]}, p99 ${shares[2]}, most ${shares[3]}`,
  );
  console.log(`  ${accepted.length} accepted, ${stored} stored, ${accepted.length - stored} lost`);

  const backlog = (await measureOutbox(db)).waiting;
  const began = performance.now();
  await change.after(sink);
  while ((await measureOutbox(db)).waiting > 0) await sleep(100);
  const took = (performance.now() - began) / 1_000;
  const { arrived, duplicates } = await sink.order({ do: 'tell' });
  console.log(
    `  working again: ${backlog} waiting messages delivered in ${took.toFixed(1)} s; ${arrived} arrived, ${duplicates} duplicates`,
  );
  sink.stop();
}

type Answer = { status: number; milliseconds: number };

/** At even intervals, without waiting for earlier responses. */
async function sendAtARate(agent: Agent, label: string): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const started = performance.now();
  for (let n = 0; n < total; n += 1) {
    const due = started + (n * seconds * 1_000) / total;
    await sleep(Math.max(0, due - performance.now()));
    answers.push(send(agent, `${label} ${n}`));
  }
  return Promise.all(answers);
}

function send(agent: Agent, text: string): Promise<Answer> {
  const body = new URLSearchParams({
    name: 'Ada Ferry',
    email: 'ada@visitor.test',
    subject: 'Two ferries and one timetable',
    message: `We run two ferries between three islands. ${text}`,
  }).toString();
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const call = request(`${origin}/contact`, {
      method: 'POST',
      agent,
      headers: {
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
      },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - started }),
      );
    });
    call.end(body);
  });
}

/** A port without a listener. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const found = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolve(found));
    });
  });
}
