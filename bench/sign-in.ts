import { setTimeout as sleep } from 'node:timers/promises';

import { hashPassword as hashByScrypt } from 'better-auth/crypto';
import { sql } from 'kysely';

import { createPasswords } from '#adapters/passwords.ts';
import { createClient } from '#tests/client.ts';
import { peakDuring } from '#tests/process-memory.ts';
import { account, startOwnProduct, type OwnProduct } from './own-product.ts';
import { percentile, rankSumProbability } from './statistics.ts';

/**
 * Sign-in: the time of one password hash, whether the time of a refusal reveals that an address has an account (also while
 * hashes of earlier versions exist), and the event-loop delay and memory of fifty sign-ins at once.
 *
 * npm run bench -- sign-in [SAMPLES]
 */
const samples = Number(process.argv[2] ?? 400);
const warmUp = 20;
const atOnce = 50;

const product = await startOwnProduct({ SIGN_UP: 'on' }, ['--import', './bench/event-loop-delay.ts']);
try {
  await reportHashes();
  const people = await makePeople(product);
  await report('A wrong password', people);
  await signInAtOnce(product);
  await report('A wrong password while a hash of an earlier version is left', {
    ...people,
    'an account with such a hash': await makeDormant(product),
  });
} finally {
  await product.stop();
}

/** An account of each kind, and an address without an account. */
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
    'no account': 'unused@firm.test',
  };
}

/** An account that has not signed in since the hash algorithm changed. */
async function makeDormant({ origin, db }: OwnProduct): Promise<string> {
  const email = 'dormant@firm.test';
  const client = createClient({ origin });
  await client.json('/api/auth/sign-up/email', { email, password: account.password, username: 'dormant' });
  const hash = await hashByScrypt(account.password);
  await sql`update accounts a set password = ${hash} from users u where u.id = a.user_id and u.email = ${email}`.execute(
    db.db,
  );
  return email;
}

/** One after the other in this process, without other load. */
async function reportHashes(): Promise<void> {
  const passwords = createPasswords();
  const kinds = {
    'argon2id, 19 MiB, 2 passes': () => passwords.hash(account.password),
    'scrypt of earlier versions, 32 MiB': () => passwords.spendOutdated(account.password),
  };
  console.log('One password hash, 30 times:');
  for (const [name, hash] of Object.entries(kinds)) {
    const times: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      const started = performance.now();
      await hash();
      times.push(performance.now() - started);
    }
    console.log(`  ${name.padEnd(36)} median ${percentile(times, 0.5).toFixed(1).padStart(6)} ms`);
  }
}

/** One wrong password for each account in turn, so that other load on the machine affects all of them. */
async function report(what: string, people: Record<string, string>): Promise<void> {
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
  const baseline = times.get('no account') ?? [];
  console.log(`\n${what}, ${samples} times each, in turn:`);
  for (const [name, own] of times) {
    const median = percentile(own, 0.5).toFixed(1).padStart(6);
    const p = name === 'no account' ? '' : `, Mann-Whitney p ${rankSumProbability(own, baseline).toFixed(3)}`;
    console.log(`  ${name.padEnd(28)} median ${median} ms${p}`);
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
  const {
    result: answers,
    before,
    peak,
  } = await peakDuring(process.pid, () =>
    Promise.all(Array.from({ length: atOnce }, () => createClient({ origin }).post('/admin/login', account))),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (answers.some(({ status }) => status !== 302)) throw new Error('A sign-in failed.');
  console.log(`\n${atOnce} people sign in at once: done in ${seconds} s, ${await lineOf()}`);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  console.log(`Memory: ${megabytes(before)} MB before, at most ${megabytes(peak)} MB meanwhile.`);
}
