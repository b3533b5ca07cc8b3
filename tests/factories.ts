import { createArchiveWriter } from '#adapters/zip-writer.ts';
import { randomInt, randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import { doTextJob } from '#domain/text-work/text-work.ts';
import { noEmail } from '#domain/email/mailer.ts';
import type { Database } from '#db/client.ts';
import { updateUser } from '#db/queries/accounts.ts';
import type { Email } from '#db/queries/outbox.ts';
import { insertArrivingImage, settleImage } from '#db/queries/images.ts';
import { imageAddress } from '#domain/images/image.ts';
import type { SecurityEvent } from '#domain/activity/record-activity.ts';
import type { Actor } from '#domain/core/context.ts';
import type { Role } from '#domain/core/permissions.ts';
import { createAdminAccount } from '#domain/accounts/invitations/create-admin-account.ts';
import { deriveKey } from '#domain/core/secrets.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { createPost } from '#tests/post-forms.ts';
import type { NewsletterSettings, DomainFacts } from '#domain/newsletter/newsletter-setup.ts';
import { noEmailCheck } from '#domain/email/delivery.ts';
import { tokenOfEmail } from '#domain/email/enqueue-email.ts';

/** Posts can be emailed. */
export const readyNewsletter: NewsletterSettings = {
  hasServer: true,
  postalAddress: '1 Pier Street, Toronto',
  reason: 'You subscribed on our site.',
  isWeekly: false,
  bounceAddress: null,
  lookUpSetup: async () => provenSetup,
};

/** No post can be emailed. */
export const noNewsletter: NewsletterSettings = {
  ...readyNewsletter,
  hasServer: false,
  postalAddress: null,
  reason: null,
};

/** A set-up of the newsletter without any problem. */
export const provenSetup: DomainFacts = {
  senderDomain: 'firm.test',
  returnDomain: 'firm.test',
  spf: ['v=spf1 -all'],
  dmarc: { at: '_dmarc.firm.test', records: ['v=DMARC1; p=none'] },
  dkim: ['mail'],
};

/**
 * A context on a test's database. `changes` counts how often public content was said to have changed; `securityEvents`
 * is what was reported to the log.
 */
export function contextOn(
  db: Database,
  overrides: Partial<DomainContext> = {},
): DomainContext & { changes: () => number; securityEvents: SecurityEvent[] } {
  let changes = 0;
  const securityEvents: SecurityEvent[] = [];
  return {
    db,
    actor: null,
    session: null,
    clientAddress: '192.0.2.1',
    requestId: 'test-request',
    reportSecurity: (event) => {
      securityEvents.push(event);
    },
    securityEvents,
    // A minute ago: within a test's transaction the database's clock stands still, and "now" must not lie ahead of it.
    now: () => new Date(Date.now() - 60_000),
    timeZone: 'UTC',
    lookAtClock: async () => {},
    rateLimits: false,
    signInWays: { passwords: true, singleSignOn: false, signUp: true },
    emailConfirmation: false,
    mail: noEmail,
    newsletter: noNewsletter,
    emailToken: (emailId) => tokenOfEmail('a secret', emailId),
    deriveKey: (purpose) => deriveKey('a secret', purpose),
    fetchText: async () => {
      throw new Error('Nothing is fetched.');
    },
    deliversMessages: false,
    contactEmail: null,
    emailCheck: noEmailCheck,
    imports: { remove: async () => {} },
    diskSpace: async () => null,
    writeArchive: createArchiveWriter({ read: async () => null }),
    jobAdded: () => {},
    workOnText: doTextJob,
    origin: 'http://firm.test',
    contentChanged: () => {
      changes += 1;
    },
    changes: () => changes,
    imagesDropped: async () => {},
    ...overrides,
  };
}

/** Passwords of tests are never signed in with here, so they need not cost 100 ms each. */
export const plainHash = { hashPassword: async (password: string) => `plain:${password}` };

/** The same, and the one password that fits a hash. */
export const plainPasswords = {
  ...plainHash,
  verifyPassword: async ({ hash, password }: { hash: string; password: string }) =>
    hash === `plain:${password}`,
};

/** A site that sends email: it waits in the queue. */
export const mailing = { mail: { ...noEmail, isSetUp: true } };

/** The emails that are to be delivered, oldest first. */
export async function emailsIn(db: Database): Promise<Pick<Email, 'to' | 'subject' | 'text'>[]> {
  const { rows } = await sql<Email>`
    select payload ->> 'to' as to, payload ->> 'subject' as subject, payload ->> 'text' as text from jobs
    where payload ? 'to' order by created_at`.execute(db);
  return rows;
}

/** The last entry of the activity log. */
export const lastActivity = (db: Database) =>
  db.selectFrom('activity').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

/** Everything of an export. */
export async function textOf(pieces: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

type Acting = { db: Database; actor: { userId: string } | null };

/** The row in `admin_users` of who acts. */
export async function adminIdOf({ db, actor }: Acting): Promise<string> {
  const row = db
    .selectFrom('admin_users')
    .select('id')
    .where('user_id', '=', actor?.userId ?? '');
  return (await row.executeTakeFirstOrThrow()).id;
}

/** A passkey of a user that no device answers for. @returns its id */
export async function addStoredPasskey(
  db: Database,
  userId: string,
  credential_id = 'stored',
): Promise<string> {
  const passkey = { credential_id, public_key: Buffer.alloc(1), counter: 0, name: 'Laptop' };
  const insert = db.insertInto('passkeys').values({ ...passkey, user_id: userId });
  return (await insert.returning('id').executeTakeFirstOrThrow()).id;
}

/** A confirmed subscriber, or one in another state. @returns its id */
export async function addSubscriber(
  db: Database,
  email: string,
  state: 'pending' | 'confirmed' = 'confirmed',
): Promise<string> {
  const insert = db.insertInto('subscribers').values({ email, state }).returning('id');
  return (await insert.executeTakeFirstOrThrow()).id;
}

/** A stored image, without its file. @returns its id and its address */
export async function addStoredImage(db: Database): Promise<{ id: string; src: string }> {
  const name = `${String(randomInt(2 ** 40)).padStart(39, '7')}.jpg`;
  const key = { folder: 'featured-images', name } as const;
  const { id } = await insertArrivingImage(db, { ...key, width: 800, height: 600, bytes: 1000 });
  await settleImage(db, id);
  return { id, src: imageAddress(key) };
}

/** A confirmed authenticator app of a user. */
export function addAuthenticator(
  db: Database,
  userId: string,
  secret: Buffer = Buffer.from('secret'),
): Promise<void> {
  return updateUser(db, userId, { authenticator_secret: secret, authenticator_confirmed_at: new Date() });
}

/** A browser that is not known. */
export const unknownBrowser = { userAgent: null, device: null };

/** A person with a role, and a context in which that person acts. */
export async function contextAs(
  db: Database,
  role: Role,
  overrides: Partial<DomainContext> = {},
): Promise<ReturnType<typeof contextOn> & { actor: Actor }> {
  const email = `${role}-${randomUUID()}@firm.test`;
  const { userId } = await createAdminAccount({ db }, plainHash, { email, password: 'correct horse' }, role);
  const actor = { userId, email, name: email, role };
  const session = { id: randomUUID(), factor: 'password' as const, provedAt: new Date() };
  return { ...contextOn(db, { session, ...overrides }), actor };
}

/** The fields of the contact form; every field can be given. */
export const contactMessage = <Fields extends Record<string, unknown>>(fields?: Fields) => ({
  name: 'Ada',
  email: 'ada@visitor.test',
  subject: 'Hello',
  // Digits: a filled honeypot is spam where the text has few alphabetic characters.
  message: randomUUID().replaceAll(/[a-f]/g, '0'),
  ...fields,
});

/** The fields of the form of a new post, as a browser sends them. */
export const postForm = (fields: Record<string, string> = {}): Record<string, string> => ({
  creationKey: randomUUID(),
  title: 'A post',
  slug: '',
  excerpt: '',
  content: '<p>Words.</p>',
  categoryId: '',
  featuredImage: '',
  published: 'false',
  featured: 'false',
  publishedAt: '',
  displayPublishedAt: '',
  authorId: '',
  ...fields,
});

/** The input of a verb for a new post; every field can be given. */
export const newPost = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...postForm(),
  tagIds: [],
  ...fields,
});

/** A new post, stored by its verb. */
export const addPost = (ctx: DomainContext, fields: Record<string, unknown> = {}) =>
  createPost(ctx, newPost(fields));

/** The row of a post with this title, slug or id. */
export const storedPost = (db: Database, by: { title: string } | { slug: string } | { id: string }) =>
  db
    .selectFrom('blog_posts')
    .selectAll()
    .where((the) => the.and(by))
    .executeTakeFirstOrThrow();

/** The input of a verb for a change to a post of the first version. */
export const edited = (fields: Record<string, unknown>): Record<string, unknown> => {
  const { creationKey: _, ...rest } = newPost(fields);
  return { version: 1, ...rest };
};
