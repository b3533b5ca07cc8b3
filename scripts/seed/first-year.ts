import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { findPost } from '#db/queries/posts.ts';
import { runTransaction } from '#db/transaction.ts';
import type { Actor } from '#domain/core/context.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { findSpamSigns } from '#domain/messages/learn-spam.ts';
import { applicationSubject } from '#domain/messages/message-input.ts';
import { stateOfRow } from '#domain/posts/post-row.ts';
import { saveProposal } from '#domain/proposals/save-proposal.ts';
import { sendProposal } from '#domain/proposals/send-proposal.ts';
import { advertisements, inOtherLanguages, leadSubjects, realMessages } from './contact-messages.ts';
import { pick, seededRandom, stableId, type Random } from './random.ts';
import { viewSourceOf } from './view-sources.ts';

const dayLength = 86_400_000;
const subscribers = 60;
const firstNames = [
  'Ann',
  'Ben',
  'Carla',
  'Deniz',
  'Emil',
  'Farah',
  'Greta',
  'Hiro',
  'Ines',
  'Jonas',
  'Kira',
  'Luis',
];
const lastNames = [
  'Moss',
  'Okafor',
  'Lindqvist',
  'Haddad',
  'Novak',
  'Tanaka',
  'Brandt',
  'Silva',
  'Kowalski',
  'Roy',
];
const missingPages = ['/blog/agentic-engineering', '/pricing', '/services', '/blog/feed'];

/** Who acts, and the newest public posts. */
type Year = { now: Date; random: Random; posts: readonly { id: string; title: string }[] };

/**
 * Adds what a site has after its first year beside its texts: leads, spam, applications, subscribers, an email with bounces,
 * a proposal and missing addresses, and spreads the dates of creation over that year. Does nothing where that is there.
 * @returns the number of messages that were added
 */
export async function addFirstYear(
  ctx: Omit<DomainContext, 'actor'>,
  proposer: Actor | null,
): Promise<number> {
  const query = ctx.db.selectFrom('blog_posts').select(['id', 'title']).where('published', '=', true);
  const posts = await query
    .where('kind', '=', 'post')
    .where('published_at', '<', ctx.now())
    .orderBy('published_at', 'desc')
    .limit(24)
    .execute();
  const isThere = ctx.db.selectFrom('messages').select('id').where('id', '=', stableId('message 0'));
  if (posts.length === 0 || (await isThere.executeTakeFirst())) return 0;
  const year: Year = { now: ctx.now(), random: seededRandom(365), posts };
  const added = await runTransaction(ctx.db, async (trx) => {
    await spreadDates(trx);
    await addSubscribers(trx, year);
    await addSentEmail(trx, year);
    const rows = missingPages.map((path, index) => ({ path, visits: 40 - index * 9 }));
    await trx
      .insertInto('missing_pages')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return addMessages(trx, year);
  });
  if (proposer) await addProposal({ ...ctx, actor: proposer }, posts.at(-1)?.id ?? '');
  return added;
}

function daysAgo({ now }: Year, days: number): Date {
  return new Date(now.getTime() - days * dayLength);
}

/** Texts are created some days before they are public; terms and accounts were there at the beginning. */
async function spreadDates(trx: Database): Promise<void> {
  await sql`
    update blog_posts p set created_at = d.at from (
      select id, published_at - interval '1 day' * (1 + length(slug) % 9) as at from blog_posts
      where published and published_at < created_at order by published_at desc limit 200) d
    where d.id = p.id`.execute(trx);
  for (const table of ['blog_categories', 'blog_tags', 'users', 'profiles', 'admin_users']) {
    await sql`
      update ${sql.table(table)} t set created_at = now() - interval '1 day' * (365 - 20 * o.place) from (
        select id, least(row_number() over (order by id), 15) as place from ${sql.table(table)}
        where created_at > now() - interval '1 hour') o
      where o.id = t.id`.execute(trx);
  }
}

async function addMessages(trx: Database, year: Year): Promise<number> {
  const leads = [...realMessages, ...inOtherLanguages.slice(0, 7)];
  const texts = [
    ...leads.map((message, index) => ({ message, isSpam: false, days: (index * 360) / leads.length })),
    ...advertisements.map((message, index) => ({ message, isSpam: true, days: index })),
  ];
  for (const [index, { message, isSpam, days }] of texts.entries()) {
    const name = `${pick(year.random, firstNames)} ${pick(year.random, lastNames)}`;
    const email = `${name.toLowerCase().replace(' ', '.')}@client-${index}.example`;
    const isApplication = !isSpam && index % 6 === 5;
    const subject = isApplication
      ? applicationSubject
      : (leadSubjects[index] ?? `${message.split(/[.,?!]/, 1)[0] ?? ''}`.slice(0, 80));
    const { referrerHost, campaign } = viewSourceOf(year.random);
    const at = daysAgo(year, days + year.random());
    const hash = createHash('sha256').update(message).digest();
    const signs = isSpam ? await findSpamSigns(trx, { subject, message, email }, false) : null;
    const application = {
      industry: 'Services',
      business_stage: pick(year.random, ['idea', 'building', 'startup'] as const),
    };
    await trx
      .insertInto('messages')
      .values({
        id: stableId(`message ${index}`),
        kind: isApplication ? 'application' : 'contact',
        ...(isApplication ? application : {}),
        name,
        email,
        subject,
        message,
        status:
          isSpam || days < 5
            ? 'new'
            : pick(year.random, ['answered', 'answered', 'in_progress', 'closed'] as const),
        read_at: isSpam || days < 5 ? null : at,
        spam_reason: isSpam ? (signs === null ? 'honeypot' : 'words') : null,
        spam_signs: signs ?? '',
        spam_since: isSpam ? at : null,
        page: isApplication ? '/jv-program' : '/contact',
        referrer_host: referrerHost,
        campaign,
        last_post_id: year.random() < 0.6 ? pick(year.random, year.posts).id : null,
        content_hash: hash,
        text_hash: hash,
        created_at: at,
      })
      .execute();
  }
  return texts.length;
}

async function addSubscribers(trx: Database, year: Year): Promise<void> {
  const rows = Array.from({ length: subscribers }, (_, index) => {
    const at = daysAgo(year, (index * 360) / subscribers);
    const state =
      index % 20 === 7
        ? ('unsubscribed' as const)
        : index < 3
          ? ('pending' as const)
          : ('confirmed' as const);
    return {
      id: stableId(`subscriber ${index}`),
      email: `reader.${index}@mail.example`,
      state,
      page: pick(year.random, ['/blog', '/newsletter', '/']),
      created_at: at,
      confirmed_at: state === 'pending' ? null : at,
      consent_at: state === 'pending' ? null : at,
      consent_source: state === 'pending' ? null : 'confirmation link',
      unsubscribed_at: state === 'unsubscribed' ? year.now : null,
    };
  });
  await trx
    .insertInto('subscribers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The newest post by email; three addresses bounced. */
async function addSentEmail(trx: Database, year: Year): Promise<void> {
  const [post] = year.posts;
  if (!post) return;
  const at = daysAgo(year, 6);
  const id = stableId('sent email');
  const readers = await trx
    .selectFrom('subscribers')
    .select(['id', 'email'])
    .where('state', '=', 'confirmed')
    .limit(1_000)
    .execute();
  const words = { subject: post.title, html: `<p>${post.title}</p>`, plain_text: post.title };
  const count = readers.length;
  await trx
    .insertInto('post_emails')
    .values({
      id,
      post_id: post.id,
      number: 1,
      state: 'sent',
      created_at: at,
      started_at: at,
      finished_at: at,
      ...words,
      recipients: count,
      tried: count,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = readers.map(({ id: subscriber, email }, index) => ({
    post_email_id: id,
    post_id: post.id,
    subscriber_id: subscriber,
    email,
    state: 'sent' as const,
    tries: 1,
    sent_at: at,
    ...(index < 3 ? { bounced_at: at, bounce: '550 5.1.1 There is no such mailbox.' } : {}),
  }));
  await trx
    .insertInto('post_email_recipients')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const bounced = readers.slice(0, 3).map((reader) => reader.id);
  await trx
    .updateTable('subscribers')
    .set({ state: 'bounced', stopped_at: at })
    .where('id', 'in', bounced)
    .execute();
}

async function addProposal(ctx: DomainContext, postId: string): Promise<void> {
  const post = await findPost(ctx.db, postId);
  if (!post) return;
  const now = stateOfRow(post);
  const text = { ...now, excerpt: `${now.excerpt ?? ''} With figures from this year.`.trim() };
  const { id } = await saveProposal(ctx, postId, text, {
    version: post.version,
    creationKey: stableId('proposal'),
  });
  await sendProposal(ctx, id, { reason: 'The figures in the excerpt are a year old.' });
}
