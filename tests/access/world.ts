import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql, type InsertQueryBuilder, type InsertResult } from 'kysely';
import { z } from 'zod';

import type { LinkPurpose } from '#db/queries/account-links.ts';
import type { Tables } from '#db/tables.ts';
import { insertToken } from '#db/queries/tokens.ts';
import { retryAfterDeadlock } from '#db/transaction.ts';
import type { Role } from '#domain/core/permissions.ts';
import { totalsOf } from '#domain/imports/import-report.ts';
import { inviteAdmin } from '#domain/accounts/invitations/invite-admin.ts';
import { openSetupLink } from '#domain/accounts/invitations/first-admin.ts';
import { createToken, deriveKey, hashToken } from '#domain/core/secrets.ts';
import { tokenPrefix } from '#domain/accounts/tokens/read-token.ts';
import { listPostRevisions } from '#domain/posts/list-post-revisions.ts';
import { createShareLink, listShareLinks } from '#domain/posts/share-links.ts';
import { getSiteDocument } from '#domain/site/site-document.ts';
import { listSiteRevisions } from '#domain/site/site-revisions.ts';
import { saveSiteDraft } from '#domain/site/write-site-document.ts';
import { sendProposal } from '#domain/proposals/send-proposal.ts';
import { createRedirect } from '#domain/redirects/change-redirects.ts';
import { createCategory, createTag, createTerm } from '#domain/taxonomy/create-term.ts';
import { createWebhookSecret } from '#domain/webhooks/webhook-secret.ts';
import { listen } from '#server/http/port.ts';
import { createPasswords } from '#adapters/passwords.ts';
import { clientSignedIn, createClient, sessionSecret, type Client } from '#tests/client.ts';
import { addStoredPasskey, adminIdOf, contextAs, newPost } from '#tests/factories.ts';
import { onePixel } from '#tests/image-files.ts';
import type { RunningProduct } from '#tests/product.ts';
import { autosavePost, createPost, saveProposal, updatePost } from '#tests/post-forms.ts';

/** Every kind of visitor that the guard tells apart. */
export const kinds = [
  'anonymous',
  'no-role',
  'removed',
  'contributor',
  'editor',
  'admin',
  'super_admin',
] as const;
export type Kind = (typeof kinds)[number];

/** Is in drafts of an editor and nowhere else: an answer that holds it shows a draft. */
export const secret = 'zebra-quartz-4711';
/** The same for drafts of the contributor. */
export const ownSecret = 'heron-basalt-0815';
const password = 'correct horse battery';

type TokenRights = { may_propose?: boolean; may_read_drafts?: boolean };

/** One of each kind, signed in, and ways to make things to act upon. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(product: RunningProduct) {
  const { db } = product.database;
  const author = await contextAs(db, 'editor');
  const siteEditor = await contextAs(db, 'admin');
  const manager = await contextAs(db, 'super_admin');

  const { hashPassword } = createPasswords();
  const passwordHash = await hashPassword(password);

  async function person(role: Role | null): Promise<{ client: Client; email: string; userId: string }> {
    const email = `${randomUUID()}@firm.test`;
    const userId = await user({ email, password_hash: passwordHash });
    if (role !== null) await db.insertInto('admin_users').values({ user_id: userId, role }).execute();
    return { client: await clientSignedIn(product, userId), email, userId };
  }

  async function freshPerson(kind: Kind) {
    if (kind === 'anonymous') return { client: createClient(product), email: '', userId: '' };
    if (kind === 'no-role') return person(null);
    if (kind !== 'removed') return person(kind);
    const gone = await person('super_admin');
    await gone.client.get('/admin');
    await db.deleteFrom('admin_users').where('user_id', '=', gone.userId).execute();
    return gone;
  }

  const receiver = createServer((_, response) => response.end()).unref();
  const receiverPort = await listen(receiver, { host: '127.0.0.1', port: 0 });
  await noteWrites(db);
  let usedAt = performance.now();

  const people = {
    'no-role': await freshPerson('no-role'),
    removed: await freshPerson('removed'),
    contributor: await person('contributor'),
    editor: await person('editor'),
    admin: await person('admin'),
    super_admin: await person('super_admin'),
  };

  /** An account without a session. */
  async function user(account: { email?: string; password_hash?: string } = {}): Promise<string> {
    const values = { email: `${randomUUID()}@firm.test`, email_verified: true, ...account };
    return insertedId(db.insertInto('users').values(values));
  }

  const adminRow = async (role: Role) =>
    insertedId(db.insertInto('admin_users').values({ user_id: await user(), role }));

  /** The row of this kind of person; the row of another user for kinds without one. */
  async function ownAdminRow(kind: Kind): Promise<string> {
    if (kind === 'anonymous' || kind === 'no-role' || kind === 'removed') return adminRow('editor');
    return adminIdOf({ db, actor: people[kind] });
  }

  /** Stores a row. @returns its id */
  async function insertedId<Table extends keyof Tables>(
    insert: InsertQueryBuilder<Tables, Table, InsertResult>,
  ): Promise<string> {
    return (await insert.returning(sql<string>`id`.as('id')).executeTakeFirstOrThrow()).id;
  }

  async function newToken(user_id: string, rights: TokenRights = {}) {
    const sent = tokenPrefix + randomBytes(32).toString('base64url');
    const all = { may_propose: false, may_read_drafts: false, factor: 'password', ...rights } as const;
    const { id } = await insertToken(db, {
      user_id,
      name: 'Script',
      token_hash: hashToken(sent),
      days: 7,
      ...all,
    });
    return { id, sent };
  }

  /** A webhook whose receiver takes everything. */
  async function webhook(): Promise<string> {
    const id = randomUUID();
    const { stored } = createWebhookSecret({ deriveKey: (purpose) => deriveKey(sessionSecret, purpose) }, id);
    const url = `http://127.0.0.1:${receiverPort}/`;
    const values = { id, url, events: ['subscriber.confirmed'], has_lead_texts: false, secret: stored };
    return insertedId(db.insertInto('webhooks').values(values));
  }

  const post = (fields: Record<string, unknown>) => createPost(author, newPost(fields));
  const { client: _, ...writer } = people.contributor;
  const contributor = { ...author, actor: { ...writer, name: null, role: 'contributor' as const } };

  return {
    password,
    /** The cookie of an account without a session. */
    credentials: async () => ({ email: (await person('editor')).email, password }),
    clientOf: (kind: Kind): Client => (kind === 'anonymous' ? createClient(product) : people[kind].client),
    /** A new person of this kind, whom no other test needs. */
    freshClient: async (kind: Kind): Promise<Client> => (await freshPerson(kind)).client,
    ownAdminRow,
    adminRow,
    freeUser: () => user(),
    ownSession: async (kind: Kind): Promise<string> => {
      const userId = kind === 'anonymous' ? people.editor.userId : people[kind].userId;
      const values = { user_id: userId, token_hash: Buffer.from(randomUUID()) };
      return insertedId(db.insertInto('sessions').values(values));
    },
    /** The owner is this kind of person; another user by default. */
    token: async (kind: Kind = 'anonymous'): Promise<string> => {
      const { user_id } = await db
        .selectFrom('admin_users')
        .select('user_id')
        .where('id', '=', await ownAdminRow(kind))
        .executeTakeFirstOrThrow();
      return (await newToken(user_id)).id;
    },
    /** The token of a program, of a person whom no other test needs. */
    tokenSecret: async (kind: Kind, rights: TokenRights) =>
      (await newToken((await freshPerson(kind)).userId, rights)).sent,
    draft: () => post({ title: `Draft ${secret}`, slug: randomUUID(), content: `<p>${secret}</p>` }),
    ownDraft: () =>
      createPost(contributor, newPost({ title: `Draft ${ownSecret}`, content: `<p>${ownSecret}</p>` })),
    published: (filing: { categoryId?: string; tagIds?: string[]; publicAuthorId?: string } = {}) =>
      post({ title: `Public ${randomUUID()}`, published: 'true', ...filing }),
    plainPage: () => post({ title: `Page ${randomUUID()}`, published: 'true', kind: 'page' }),
    caseStudy: () =>
      post({ title: `Case ${randomUUID()}`, client: 'Client', published: 'true', kind: 'case_study' }),
    /** A proposal for a public text that waits; of the contributor of the matrix, or of another person. */
    proposal: async (own: 'own' | 'other' = 'other'): Promise<string> => {
      const proposer = own === 'own' ? contributor : await contextAs(db, 'contributor');
      const words = own === 'own' ? ownSecret : secret;
      const text = await post({ title: `Public ${randomUUID()}`, published: 'true' });
      const proposed = newPost({ title: `Proposed ${words}`, content: `<p>${words}</p>` });
      const { id } = await saveProposal(proposer, text.id, { ...proposed, version: '1' });
      await sendProposal(proposer, id, { reason: 'It is better.' });
      return id;
    },
    /** The token of a link to a draft. */
    shared: async () => {
      const { id } = await post({ title: `Shared ${randomUUID()}` });
      return (await createShareLink(author, id)).token;
    },
    /** A draft that is read by a link. */
    sharedPost: async (): Promise<string> => {
      const { id } = await post({ title: `Draft ${secret}` });
      await createShareLink(author, id);
      return id;
    },
    linkOf: async (postId: string) => (await listShareLinks(author, postId))[0]?.id ?? '',
    /** A published post with pending changes. */
    typedInto: async (): Promise<string> => {
      const { id } = await post({ title: 'Public', published: 'true' });
      const typed = { title: `Typed ${secret}`, published: 'true', version: '1', pendingVersion: '0' };
      await autosavePost(author, id, newPost(typed));
      return id;
    },
    /** A draft that was saved a second time, so that there is something to go back to. */
    revised: async () => {
      const { id } = await post({ title: `Draft ${secret}` });
      await updatePost(author, id, {
        ...newPost({ title: `Later ${secret}` }),
        version: '1',
        pendingVersion: '0',
      });
      return id;
    },
    revisionOf: async (id: string) => (await listPostRevisions(author, id))[0]?.id ?? '',
    /** A document of the site's words, as new, with a draft. */
    siteDraft: async (mission = `Draft ${secret}`): Promise<string> => {
      await db.deleteFrom('site_documents').execute();
      const save = (words: string, version: number) =>
        saveSiteDraft(siteEditor, 'about', { values: JSON.stringify({ mission: words }), version }, 'save');
      await save('First', 1);
      await save(mission, 2);
      return 'about';
    },
    siteVersion: async () => String((await getSiteDocument(siteEditor, 'about')).version),
    import: async (state: 'checked' | 'imported') => {
      const system = 'Markdown' as const;
      const report = JSON.stringify({ id: '', system, totals: totalsOf([]), rows: [], redirects: [] });
      const values = { source_key: randomUUID(), system, name: 'blog.zip', state, report };
      const id = await insertedId(db.insertInto('imports').values(values));
      // Without its file a step would wait until no instance can have it.
      await mkdir(join(product.dataDir, 'imports'), { recursive: true });
      await writeFile(join(product.dataDir, 'imports', id), 'no export');
      return id;
    },
    siteRevision: async () => (await listSiteRevisions(siteEditor, 'about'))[0]?.id ?? '',
    message: async (is: { read?: true; spam?: true; deleted?: true } = {}): Promise<string> => {
      const values = {
        kind: 'contact' as const,
        name: 'Visitor',
        email: 'visitor@firm.test',
        subject: 'Hello',
        message: randomUUID(),
        content_hash: Buffer.alloc(0),
        text_hash: Buffer.alloc(0),
        read_at: is.read ? new Date() : null,
        spam_reason: is.spam ? ('links' as const) : null,
        deleted_at: is.deleted ? new Date() : null,
      };
      return insertedId(db.insertInto('messages').values(values));
    },
    category: () => createCategory(author, { name: `Category ${randomUUID()}` }),
    author: () => createTerm(author, 'author', { name: `Author ${randomUUID()}` }),
    tag: () => createTag(author, { name: `Tag ${randomUUID()}` }),
    /** A stored image that no post uses; its file is not there. */
    image: async (): Promise<string> => {
      const name = `${String(randomInt(2 ** 40)).padStart(24, '7')}.webp`;
      const values = {
        folder: 'featured-images',
        name,
        state: 'stored',
        width: 10,
        height: 10,
        bytes: 100,
      } as const;
      return insertedId(db.insertInto('images').values(values));
    },
    /** The name of an image in `featured-images`, with its file. */
    uploadedImage: async (): Promise<string> => {
      const answer = await people.editor.client.file('/api/images/featured-images', onePixel);
      const { src } = z.object({ src: z.string() }).parse(await answer.json());
      return basename(src);
    },
    /** The row of another user than any kind. */
    passkey: async () => addStoredPasskey(db, await user(), randomUUID()),
    invitation: async (role: Role = 'editor') => {
      const boss = await contextAs(db, 'super_admin');
      const email = `${randomUUID()}@firm.test`;
      const { link } = await inviteAdmin(boss, { email, role });
      const { id } = await db
        .selectFrom('invitations')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      return { id, token: new URL(link ?? '').searchParams.get('token') ?? '' };
    },
    accountLink: async (purpose: LinkPurpose) => {
      const token = createToken();
      await db
        .insertInto('account_links')
        .values({
          user_id: await user(),
          purpose,
          new_email: purpose === 'email-change' ? `${randomUUID()}@firm.test` : null,
          token_hash: hashToken(token),
          expires_at: new Date(Date.now() + 3_600_000),
        })
        .execute();
      return token;
    },
    redirect: async () =>
      (await createRedirect(manager, { from: `/${randomUUID()}`, to: '/about', status: 301 })).id,
    missingPage: async (): Promise<string> => {
      const path = `/${randomUUID()}`;
      await db.insertInto('missing_pages').values({ path, visits: 1 }).execute();
      return path;
    },
    webhook: () => webhook(),
    /** A delivery that was accepted. */
    webhookDelivery: async () =>
      insertedId(
        db.insertInto('jobs').values({
          task: 'webhook',
          webhook_id: await webhook(),
          payload: sql`'{"type": "test", "subjectId": null}'`,
          done_at: new Date(),
        }),
      ),
    /** There are administrators, so no link opens. */
    setupToken: async () => (await openSetupLink({ db })) ?? createToken(),
    lastWrite: async () => {
      // That a session was used is noted once a minute, whatever is asked; and a proof is old after ten.
      if (performance.now() > usedAt + 15_000) {
        usedAt = performance.now();
        await sql`update sessions set used_at = now(), proved_at = now()
          where used_at between now() - interval '1 hour' and now() - interval '10 seconds'`.execute(db);
      }
      return lastWrite(db);
    },
    tablesWrittenSince: (id: string) => tablesWrittenSince(db, id),
  };
}

/**
 * Notes every row that is inserted, changed or deleted, by table: a row that no request wrote has no note of its time.
 * `clock`, `visitor_salt` and `views_today` only follow the clock and `view_days`; `blog_post_search`, `post_lists`
 * and `list_totals` the posts.
 * `missing_pages` is written seconds after a request. Schedules note in their jobs that they ran.
 */
async function noteWrites(db: RunningProduct['database']['db']): Promise<void> {
  // A job of the product may hold a table.
  await retryAfterDeadlock(() =>
    sql`
    create table written_rows (id bigserial primary key, name text not null);
    create function note_written_row() returns trigger language plpgsql as $$
    begin
      if to_jsonb(coalesce(new, old)) ->> 'task' = 'schedule' then return null; end if;
      insert into written_rows (name) values (tg_table_name);
      return null;
    end $$;
    do $$
    declare name text;
    begin
      for name in select c.relname from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and c.relname not in (
            'clock', 'views_today', 'visitor_salt', 'blog_post_search', 'post_lists', 'list_totals', 'missing_pages',
            'written_rows'
          )
      loop
        execute format('create trigger zz_note_write after insert or delete on %I for each row execute function note_written_row()', name);
        execute format('create trigger zz_note_change after update on %I for each row when (old.* is distinct from new.*) execute function note_written_row()', name);
      end loop;
    end $$`.execute(db),
  );
}

/** After the jobs that requests left, which are done beside them. */
async function lastWrite(db: RunningProduct['database']['db']): Promise<string> {
  const { rows } = await sql<{ id: string; jobs: number }>`
    select (select last_value::text from written_rows_id_seq) as id,
      (select count(*)::int from jobs where task <> 'schedule' and done_at is null and given_up_at is null) as jobs`.execute(
    db,
  );
  const [{ id, jobs } = { id: '0', jobs: 0 }] = rows;
  if (jobs === 0) return id;
  await sleep(20);
  return lastWrite(db);
}

async function tablesWrittenSince(db: RunningProduct['database']['db'], id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from written_rows where id > ${id}::bigint order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
