import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabase, type DatabaseClient } from '#db/client.ts';
import { openStatementNames } from '#db/statement-names.ts';
import { beginViewDay } from '#db/queries/views.ts';
import { createPublishedWords } from '#domain/site/published-words.ts';
import { findSession } from '#domain/accounts/sessions/sessions.ts';
import { signIn } from '#domain/accounts/sign-in/sign-in.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { createAdminAccount } from '#domain/accounts/invitations/create-admin-account.ts';
import { createCategory, createTag, createTerm } from '#domain/taxonomy/create-term.ts';
import { useDatabase } from '#tests/database.ts';
import { addPost, contextAs, newPost, unknownBrowser } from '#tests/factories.ts';
import { createWebUnderTest, type WebUnderTest } from '#tests/web-under-test.ts';
import { createPost, updatePost } from '#tests/post-forms.ts';
import adminBudget from './admin-statement-budget.json' with { type: 'json' };
import budget from './statement-budget.json' with { type: 'json' };

const origin = 'http://firm.test';

const database = useDatabase();
let counted: DatabaseClient;
let statements: string[] = [];
let answer: WebUnderTest['get'];
let domain: DomainContext;
/** The session of a super admin. */
let cookie: string;

beforeAll(async () => {
  counted = openDatabase(database.connection, {
    timeZone: 'UTC',
    onIdleError: () => {},
    onStatement: (sql) => void statements.push(sql),
  });
  const words = createPublishedWords();
  const web = await createWebUnderTest(counted.db, words, origin);
  const { parts } = web;
  domain = parts.domain();
  answer = web.get;

  const owner = { email: 'owner@firm.test', password: 'correct horse battery' };
  // The first of a day makes its figures.
  await beginViewDay(database.db);
  await createAdminAccount(database, parts.auth, owner, 'super_admin');
  const signedIn = await signIn(domain, parts.auth, owner, unknownBrowser);
  if (!signedIn.ok) throw new Error('The owner cannot sign in.');
  cookie = signedIn.setCookies.map((line) => line.split(';')[0]).join('; ');

  const ctx = await contextAs(database.db, 'editor');
  const category = await createCategory(ctx, { name: 'Craft' });
  const tag = await createTag(ctx, { name: 'Tools' });
  await createTerm(ctx, 'author', { name: 'Ann', userId: ctx.actor.userId });
  for (let n = 1; n <= 30; n += 1) {
    const input = newPost({
      title: `Post ${n}`,
      published: 'true',
      categoryId: category.id,
      tagIds: [tag.id],
      featured: 'true',
      authorId: ctx.actor.userId,
    });
    const { id } = await createPost(ctx, input);
    if (n === 30) await updatePost(ctx, id, { ...input, slug: 'moved', version: 1 });
  }
  const facts = { kind: 'case_study', client: 'Moor', industry: 'Trade', tagIds: [tag.id] };
  await addPost(ctx, { title: 'Orders', published: 'true', ...facts });
});

afterAll(() => counted.close());

test.for(Object.entries(budget))('%s takes %i statements', async ([path, most]) => {
  statements = [];
  const response = await answer(path);
  await response.text();
  expect([200, 301, 404]).toContain(response.status);
  expect(statements.length, statements.join('\n')).toBe(most);
});

test('a statement of a public page is planned once for each connection, not for each page', async () => {
  statements = [];
  for (const path of Object.keys(budget)) await (await answer(path)).text();
  expect([...new Set(statements)].filter((text) => !isNamed(text))).toEqual([]);
});

function isNamed(text: string): boolean {
  const nameOf = openStatementNames();
  return [1, 2, 3, 4].map(() => nameOf(text)).at(-1) !== undefined;
}

test('the guard of the admin takes 1 statement, whatever factors a user has', async () => {
  statements = [];
  expect(await findSession(domain, new Headers({ cookie }))).not.toBeNull();
  expect(statements).toHaveLength(1);
});

test.for(Object.entries(adminBudget))('%s takes %i statements, whatever its rows', async ([path, most]) => {
  statements = [];
  const response = await answer(path, { cookie });
  await response.text();
  expect([200, 302, 404]).toContain(response.status);
  expect(statements.length, statements.join('\n')).toBe(most);
});
