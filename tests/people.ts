import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import { z } from 'zod';

import { createClient, type Client } from './client.ts';
import { urlOf } from './database-url.ts';
import { createPasskeyDevice, type PasskeyDevice } from './passkey-device.ts';
import { runProcess } from './process.ts';
import type { RunningProduct } from './product.ts';

/** Credentials of the owner, as settings, and of everybody that `addPerson` adds. */
export const password = 'correct horse battery';
export const owner = { email: 'owner@firm.test', password };
export const ownerSettings = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: password };

/**
 * A new account, by way of the database.
 * @param role none when null
 * @returns its email address
 */
export async function addPerson(
  { database: { db } }: RunningProduct,
  name: string,
  role: string | null = 'editor',
): Promise<string> {
  const email = `${name}@firm.test`;
  await sql`insert into users (email, email_verified, password_hash)
    select ${email}, true, password_hash from users where email = ${owner.email}`.execute(db);
  if (role !== null) {
    await sql`insert into admin_users (user_id, role) select id, ${role} from users
      where email = ${email}`.execute(db);
  }
  return email;
}

/** A browser that has sent the form of the login. @returns where it was sent then */
export async function signIn(
  at: Pick<RunningProduct, 'origin'>,
  email: string = owner.email,
  typed: string = password,
): Promise<{ client: Client; location: string | null }> {
  const client = createClient(at);
  const answer = await client.post('/admin/login', { email, password: typed });
  return { client, location: answer.headers.get('location') };
}

/** The owner, signed in, for all tests of a file: what this returns is filled in before the first one. */
export function useOwner(product: RunningProduct): Client {
  // Nothing reads it before the hook.
  const client = {} as Client;
  beforeAll(async () => void Object.assign(client, (await signIn(product)).client));
  return client;
}

/** True if the admin lets this browser in. */
export const isIn = async (client: Client) => (await client.get('/admin')).status === 200;

export const proveFactor = (client: Client, code: string) => client.post('/admin/second-factor', { code });

/** Every session of the user, or of everybody, was last proved longer ago than a fresh proof counts. */
export async function expireProofs({ database }: RunningProduct, email: string | null = null): Promise<void> {
  await sql`update sessions set proved_at = now() - interval '11 minutes'
    where ${email}::text is null or user_id = (select id from users where email = ${email})`.execute(
    database.db,
  );
}

/** Columns that are the same in every line of the activity log are left out. */
export async function activityOf({ database }: RunningProduct, action: string) {
  const { rows } = await sql<{
    subject_label: string | null;
    actor_email: string | null;
    process: string | null;
    after: object | null;
  }>`select subject_label, actor_email, process, after from activity
  where action = ${action} order by id`.execute(database.db);
  return rows;
}

/** `npm run admin` beside a running product, to its end. */
export const runAdmin = (product: RunningProduct, args: readonly string[], settings = {}) =>
  runProcess(['scripts/admin.ts', ...args], {
    DATA_DIR: product.dataDir,
    DATABASE_URL: urlOf(product.database.connection),
    SITE_URL: product.origin,
    ...settings,
  });

/** The path and the query of an address in a text, such as that of an emailed link. */
export function pathIn(text: string, pattern: RegExp = /http\S+token=\S+/): string {
  const { pathname, search } = new URL(pattern.exec(text)?.[0] ?? '');
  return pathname + search;
}

const challenge = z.object({ challenge: z.string() });
const registration = challenge.extend({ user: z.object({ id: z.string() }) });

export const newChallenge = async (client: Client) =>
  challenge.parse(await (await client.get('/admin/login/passkey')).json()).challenge;

export const newRegistration = async (client: Client) =>
  registration.parse(await (await client.get('/admin/account/factors')).json());

/** Adds a passkey to the account of this browser. @param origin a passkey belongs to a domain, so not to 127.0.0.1 */
export async function addPasskey(
  client: Client,
  origin: string,
  headers: Record<string, string> = {},
): Promise<PasskeyDevice> {
  const device = createPasskeyDevice(origin);
  const credential = device.register(await newRegistration(client));
  const fields = { intent: 'add-passkey', name: 'Laptop', credential };
  const added = await client.post('/admin/account/factors.data', fields, headers);
  expect(added.status, await added.clone().text()).toBe(200);
  return device;
}

export const sendPasskey = (client: Client, credential: string, headers: Record<string, string> = {}) =>
  client.post('/admin/login', { intent: 'passkey', credential }, headers);
