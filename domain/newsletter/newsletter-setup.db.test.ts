import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { emailPost } from '#domain/post-emails/email-post.ts';
import { test } from '#tests/database.ts';
import { addPost, addSubscriber, contextAs, provenSetup, readyNewsletter } from '#tests/factories.ts';
import { acceptNewsletterSetup, readNewsletterSetup } from './read-newsletter-setup.ts';
import type { DomainFacts } from './newsletter-setup.ts';

const contextFor = (db: Database, role: 'admin' | 'super_admin', facts: Partial<DomainFacts>) =>
  contextAs(db, role, {
    origin: 'https://firm.test',
    newsletter: { ...readyNewsletter, lookUpSetup: async () => ({ ...provenSetup, ...facts }) },
  });

test('emailPost is held by an open check until a super admin allows it, and by a new one', async ({ db }) => {
  await addSubscriber(db, 'ada@x.test');
  const admin = await contextFor(db, 'admin', { returnDomain: 'other.test' });
  const post = await addPost(admin, { published: 'true' });
  const input = { number: 1 };
  await expect(emailPost(admin, post.id, input)).rejects.toThrow(
    /^Sending is on hold .*: One domain \(DMARC alignment\)\./,
  );

  const owner = await contextFor(db, 'super_admin', { returnDomain: 'other.test' });
  await acceptNewsletterSetup(owner);
  const entry = await db
    .selectFrom('activity')
    .select(['actor_id', 'after'])
    .where('action', '=', 'newsletter-setup-accepted')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    actor_id: owner.actor.userId,
    after: { accepted: 'One domain (DMARC alignment)' },
  });
  expect(await readNewsletterSetup(admin)).toMatchObject({
    held: [],
    acceptedBy: expect.stringContaining('super_admin'),
  });

  const worse = await contextFor(db, 'admin', { returnDomain: 'other.test', spf: [] });
  await expect(emailPost(worse, post.id, input)).rejects.toThrow(/\(SPF\)\./);
  expect(await emailPost(admin, post.id, input)).toEqual({ subscribers: 1 });
});

test('a restore holds sending until a super admin allows it again', async ({ db }) => {
  const owner = await contextFor(db, 'super_admin', {});
  expect((await readNewsletterSetup(owner)).held).toEqual([]);
  await sql`update installation set restored_at = clock_timestamp()`.execute(db);
  expect((await readNewsletterSetup(owner)).held.map(({ id }) => id)).toEqual(['restored']);
  await acceptNewsletterSetup(owner);
  expect((await readNewsletterSetup(owner)).held).toEqual([]);
});
