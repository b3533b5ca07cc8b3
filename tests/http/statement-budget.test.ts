import { afterAll, beforeAll, expect, test } from 'vitest';

import { createLog } from '#adapters/log.ts';
import { noEmail } from '#adapters/no-email.ts';
import type { Web } from '#app/web.ts';
import { openDatabase, type DatabaseClient } from '#db/client.ts';
import { rollOverViewDay } from '#db/queries/views.ts';
import { noEmailCheck } from '#domain/email/email-check.ts';
import { createPublishedWords } from '#domain/site/published-words.ts';
import { createDependencies, requestDependencies } from '#server/dependencies.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { createAdminAccount } from '#domain/admins/create-account.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { updatePost } from '#domain/posts/update-post.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs, newPost, noNewsletter } from '#tests/factories.ts';
import adminBudget from './admin-statement-budget.json' with { type: 'json' };
import budget from './statement-budget.json' with { type: 'json' };

const origin = 'http://firm.test';

let database: OwnDatabase;
let counted: DatabaseClient;
let statements: string[] = [];
let answer: (path: string, headers?: Record<string, string>) => Promise<Response>;
let findSession: Auth['findSession'];
/** The session of a super admin. */
let cookie: string;

beforeAll(async () => {
  database = await createOwnDatabase();
  counted = openDatabase(database.connection, {
    timeZone: 'UTC',
    onIdleError: () => {},
    onStatement: (sql) => void statements.push(sql),
  });
  const log = createLog({ level: 'silent' });
  const words = createPublishedWords();
  const parts = createDependencies({
    config: {
      siteTimezone: 'UTC',
      signUp: true,
      emailConfirmation: false,
      rateLimits: false,
      workers: 1,
      emailEventSecrets: {},
      singleSignOn: null,
    },
    mail: noEmail,
    newsletter: noNewsletter,
    deliversMessages: false,
    emailCheck: noEmailCheck,
    outboxFilled: () => {},
    diskSpace: async () => null,
    origin,
    aliases: [],
    secret: 'a-secret-of-this-test-that-is-long-enough-0123456789',
    db: counted.db,
    log,
    contentChanged: () => {},
    imagesDropped: async () => {},
    words,
  });
  findSession = parts.auth.findSession;
  const web = (await import(new URL('../../build/server/index.js', import.meta.url).href)) as Web;
  answer = (path, headers = {}) =>
    web.answer(
      new Request(new URL(path, origin), { headers }),
      requestDependencies(parts, {
        site: { origin, contactEmail: null, securityContact: null },
        requestId: 'test',
        clientAddress: '192.0.2.1',
        nonce: 'bm9uY2Utb2YtdGhpcy10ZXN0',
        operatorNotices: () => ({ warnings: [], facts: [] }),
        reportError: (error) => {
          throw error;
        },
      }),
    );

  const owner = { email: 'owner@firm.test', password: 'correct horse battery' };
  // The first of a day makes its figures.
  await rollOverViewDay(database.db);
  await createAdminAccount(database, parts.auth, owner, 'super_admin');
  const signedIn = await parts.auth.signIn(owner, { userAgent: null, clientAddress: null });
  if (!signedIn.ok) throw new Error('The owner cannot sign in.');
  cookie = signedIn.setCookies.map((line) => line.split(';')[0]).join('; ');

  const ctx = await contextAs(database.db, 'editor');
  const category = await createCategory(ctx, { name: 'Craft' });
  const tag = await createTag(ctx, { name: 'Tools' });
  for (let n = 1; n <= 30; n += 1) {
    const input = newPost({
      title: `Post ${n}`,
      published: 'true',
      categoryId: category.id,
      tagIds: [tag.id],
      featured: 'true',
    });
    const { id } = await createPost(ctx, input);
    if (n === 30) await updatePost(ctx, id, { ...input, slug: 'moved', version: 1 });
  }
});

afterAll(async () => {
  await counted.close();
  await database.drop();
});

test.for(Object.entries(budget))('%s takes %i statements', async ([path, most]) => {
  statements = [];
  const response = await answer(path);
  await response.text();
  expect([200, 301, 404]).toContain(response.status);
  expect(statements.length, statements.join('\n')).toBe(most);
});

test('the guard of the admin takes 1 statement, whatever factors a user has', async () => {
  statements = [];
  expect(await findSession(new Headers({ cookie }))).not.toBeNull();
  expect(statements).toHaveLength(1);
});

test.for(Object.entries(adminBudget))(
  '%s takes %i statements, however many rows it shows',
  async ([path, most]) => {
    statements = [];
    const response = await answer(path, { cookie });
    await response.text();
    expect([200, 302, 404]).toContain(response.status);
    expect(statements.length, statements.join('\n')).toBe(most);
  },
);
