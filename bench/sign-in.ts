import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import { createClient } from '#tests/client.ts';
import { account, startOwnProduct, type OwnProduct } from './own-product.ts';
import { percentile, rankSumProbability } from './statistics.ts';

/**
 * What signing in tells and costs: whether the time of a refusal says that an address has an account, and how long
 * fifty people who sign in at once hold everybody else up.
 *
 * npm run bench -- sign-in [SAMPLES]
 */
const samples = Number(process.argv[2] ?? 400);
const warmUp = 20;
const atOnce = 50;

const product = await startOwnProduct({ SIGN_UP: 'on' }, ['--import', './bench/event-loop-delay.ts']);
try {
  const people = await makePeople(product);
  await report(people);
  await signInAtOnce(product);
} finally {
  await product.stop();
}

/** Somebody of each kind, and an address of nobody. */
async function makePeople({ origin, db }: OwnProduct): Promise<Record<string, string>> {
  const reader = createClient({ origin });
  for (const name of ['reader', 'unconfirmed']) {
    const email = `${name}@firm.test`;
    await reader.json('/api/auth/sign-up/email', { email, password: account.password, username: name });
  }
  await sql`update users set email_verified = email <> 'unconfirmed@firm.test'`.execute(db.db);
  return {
    'an administrator': account.email,
    'an account without a role': 'reader@firm.test',
    'an unconfirmed account': 'unconfirmed@firm.test',
    'no account': 'nobody@firm.test',
  };
}

/** One wrong password after the other, in turn, so that a busy moment meets all of them. */
async function report(people: Record<string, string>): Promise<void> {
  const times = new Map(Object.keys(people).map((name) => [name, new Array<number>()]));
  for (let round = 0; round < warmUp + samples; round += 1) {
    for (const [name, email] of Object.entries(people)) {
      const client = createClient(product);
      const started = performance.now();
      const answer = await client.post('/admin/login', { email, password: 'wrong horse battery' });
      await answer.arrayBuffer();
      if (answer.status !== 401) throw new Error(`A wrong password answered ${answer.status}.`);
      if (round >= warmUp) times.get(name)?.push(performance.now() - started);
    }
  }
  const nobody = times.get('no account') ?? [];
  console.log(`A wrong password, ${samples} times each, in turn:`);
  for (const [name, own] of times) {
    const median = percentile(own, 0.5).toFixed(1).padStart(6);
    const p = name === 'no account' ? '' : `, Mann-Whitney p ${rankSumProbability(own, nobody).toFixed(3)}`;
    console.log(`  ${name.padEnd(26)} median ${median} ms${p}`);
  }
}

async function signInAtOnce({ origin, process }: OwnProduct): Promise<void> {
  const lineOf = async () => {
    const from = process.output().length;
    process.signal('SIGUSR2');
    for (;;) {
      const found = /event loop: (.*)/.exec(process.output().slice(from))?.[1];
      if (found !== undefined) return found;
      await sleep(20);
    }
  };
  await lineOf();
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: atOnce }, () => createClient({ origin }).post('/admin/login', account)),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (answers.some(({ status }) => status !== 302)) throw new Error('Somebody could not sign in.');
  console.log(`\n${atOnce} people sign in at once: done in ${seconds} s, ${await lineOf()}`);
}
