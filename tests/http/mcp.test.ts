import { randomUUID } from 'node:crypto';

import { sql, type RawBuilder } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

import { hashToken } from '#domain/core/secrets.ts';
import { createToken, endToken } from '#domain/accounts/tokens/manage-tokens.ts';
import type { Role } from '#domain/core/permissions.ts';
import { getPost } from '#domain/posts/get-post.ts';
import { rejectProposal } from '#domain/proposals/decide-proposal.ts';
import { getProposal } from '#domain/proposals/get-proposal.ts';
import { countLockWaits } from '#tests/database.ts';
import { addPost, contextAs, edited } from '#tests/factories.ts';
import { onePixel } from '#tests/image-files.ts';
import { callTool, messageOf, sendToMcp, type Revision } from '#tests/mcp-client.ts';
import { useProduct } from '#tests/product.ts';
import { updatePost } from '#tests/post-forms.ts';

const product = useProduct({ RATE_LIMITS: 'off' });
const secretWords = 'zebra-quartz-4711';

async function tokenOf(role: Role, rights: { propose?: string; readDrafts?: string } = {}) {
  const ctx = await contextAs(product.database.db, role);
  const { secret } = await createToken(ctx, { name: 'Agent', days: '7', ...rights });
  return { ctx, secret };
}

const post = (secret: string, body: unknown, headers?: Record<string, string>) =>
  sendToMcp(product.origin, secret, body, headers);
const call = (secret: string, name: string, input: Record<string, unknown>, revision?: Revision) =>
  callTool(product, secret, name, input, revision);

let editor: Awaited<ReturnType<typeof contextAs>>;
let agent: string;

beforeAll(async () => {
  editor = await contextAs(product.database.db, 'editor');
  agent = (await tokenOf('super_admin', { propose: 'on' })).secret;
});

const published = (fields = {}) =>
  addPost(editor, {
    title: `Public ${randomUUID()}`,
    published: 'true',
    content: '<p>One.</p><p>Two.</p>',
    ...fields,
  });

describe('the protocol', () => {
  test('both revisions list eight tools, with hints and schemas', async () => {
    const old = await post(agent, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const { body, headers } = messageOf('tools/list', {});
    const now = await post(agent, body, headers);
    for (const { status, type, text } of [old, now]) {
      expect([status, type]).toEqual([200, 'application/json']);
      const { tools } = JSON.parse(text).result;
      expect(tools).toHaveLength(8);
      for (const { description, annotations, inputSchema } of tools) {
        expect(description.length).toBeGreaterThan(40);
        expect(annotations).toMatchObject({ destructiveHint: false });
        expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      }
    }
  });

  test('a token that may only read sees the tools that read; no notice of changed tools is promised', async () => {
    const { secret } = await tokenOf('editor');
    const list = await post(secret, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(JSON.parse(list.text).result.tools.map(({ name }: { name: string }) => name)).toEqual([
      'find_content',
      'read_content',
      'list_proposals',
      'check_before_publishing',
    ]);
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const started = await post(secret, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(JSON.parse(started.text).result.capabilities).toEqual({ tools: { listChanged: false } });
  });

  test('streams that stay open are refused', async () => {
    expect(
      (await fetch(`${product.origin}/mcp`, { headers: { authorization: `Bearer ${agent}` } })).status,
    ).toBe(405);
    const { body, headers } = messageOf('subscriptions/listen', { filter: {} });
    expect(JSON.parse((await post(agent, body, headers)).text).error).toBeDefined();
  });

  test('without a valid token nothing is answered but how to send one', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const secret of ['', 'af_', `af_${'x'.repeat(43)}`, 'nonsense']) {
      const { status, headers } = await post(secret, message);
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
    const issuer = await fetch(`${product.origin}/.well-known/oauth-protected-resource/mcp`);
    expect(issuer.status).toBe(404);
  });

  const head = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":';

  test.each([
    ['not JSON', '{'],
    ['several messages', '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]'],
    ['no message', '7'],
    ['deep', `${head}${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`],
    ['a foreign tool', `${head}{"name":"constructor","arguments":{}}}`],
    ['five megabytes', `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(5_000_000)}"}`],
  ])('what is %s gets an answer that is no failure of ours', async (_what, body) => {
    const { status } = await post(agent, body);
    expect(status).toBeLessThan(500);
  });
});

describe('the tools', () => {
  test('find and read what is public; what is found of drafts is that of who may read them', async () => {
    const title = `Findable ${randomUUID()}`;
    const { id } = await published({ title });
    await addPost(editor, { title: `${title} ${secretWords}` });
    const find = await call(agent, 'find_content', { search: title });
    expect(find.value?.['items']).toEqual([expect.objectContaining({ id, state: 'public' })]);
    expect(await call(agent, 'read_content', { id }, '2025-11-25')).toMatchObject({
      value: { version: 1, fields: { title }, body: 'One.\n\nTwo.\n' },
    });
    expect((await call(agent, 'find_content', { search: `${title}\u0000` })).value).toEqual(find.value);
    expect(JSON.stringify(find)).not.toContain(secretWords);
    const { secret: reader } = await tokenOf('editor', { readDrafts: 'on' });
    expect((await call(reader, 'find_content', { search: title })).value?.['items']).toHaveLength(2);
  });

  test('propose a change of one paragraph; the text stays, and the rest as it is stored', async () => {
    const stored = '<p>One <span class="color-red">red</span>.</p><p>Two.</p>';
    const { id } = await published({ content: stored });
    const { value } = await call(agent, 'read_content', { id });
    const body = String(value?.['body']).replace('Two.', 'Two and **more**.');
    const made = await call(agent, 'propose_change', { id, version: 1, fields: { body }, reason: 'More.' });
    const { proposed, reason, proposer } = await getProposal(editor, String(made.value?.['proposal']));
    expect(proposed.content).toBe(stored.replace('Two.', 'Two and <strong>more</strong>.'));
    expect([reason, proposer]).toEqual(['More.', expect.stringContaining('(with Agent)')]);
    expect(await getPost(editor, id)).toMatchObject({ content: stored, version: 1, published: true });
  });

  test('a text that was changed since is read again first', async () => {
    const { id } = await published();
    await updatePost(editor, id, edited({ title: 'Newer', published: 'true' }));
    const change = { id, version: 1, fields: { title: 'Mine' }, reason: 'x' };
    const stale = await call(agent, 'propose_change', change);
    expect(stale.error).toBe(
      'The text is at version 2 now. Read it again, then propose the change to what it says.',
    );
  });

  test('a new text, listed, checked, withdrawn; the answer to a rejected one is told', async () => {
    const { secret, ctx } = await tokenOf('contributor', { propose: 'on' });
    const fields = { title: 'From an agent', body: '## Hi\n\nWords.' };
    const first = String((await call(secret, 'propose_new', { fields, reason: 'New.' })).value?.['proposal']);
    const second = String(
      (await call(secret, 'propose_new', { kind: 'page', fields, reason: 'New.' })).value?.['proposal'],
    );
    expect((await call(secret, 'list_proposals', {})).value?.['items']).toHaveLength(2);
    const { value } = await call(secret, 'check_before_publishing', { id: first });
    expect(value?.['warnings']).toEqual([expect.stringContaining('There is no excerpt')]);
    expect(await call(secret, 'withdraw_proposal', { id: first })).toEqual({ value: { withdrawn: first } });
    expect((await call(secret, 'withdraw_proposal', { id: first })).error).toContain('over');
    await rejectProposal(editor, second, { answer: 'Not now.' });
    const decided = (await call(secret, 'list_proposals', { decided: true })).value?.['items'];
    expect(decided).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: second, answer: 'Not now.' })]),
    );
    expect(JSON.stringify(await call(agent, 'list_proposals', {}))).not.toContain(second);
    expect(await getProposal(ctx, second)).toMatchObject({ state: 'rejected' });
  });

  test('an image is stored as an upload is, and used', async () => {
    const data = Buffer.from(onePixel).toString('base64');
    const { value } = await call(agent, 'upload_image', { name: 'dot.png', data, alt: 'A dot' });
    expect((await fetch(product.origin + String(value?.['address']))).status).toBe(200);
    const shown = { title: 'With an image', featuredImage: value?.['address'] };
    const made = await call(agent, 'propose_new', { fields: shown, reason: 'It shows it.' });
    const checked = async () =>
      (await call(agent, 'check_before_publishing', { id: made.value?.['proposal'] })).value;
    expect(JSON.stringify(await checked())).not.toContain('featured image');
    await product.database.db.updateTable('images').set({ alt: null }).execute();
    expect(JSON.stringify(await checked())).toContain('The featured image has no alt text.');
    const broken = await call(agent, 'upload_image', {
      name: 'x.png',
      data: Buffer.from('no image').toString('base64'),
    });
    expect(broken.error).toBeDefined();
  });

  test.each([
    ['propose_new', { fields: { title: 'A', text: 'Lost.' }, reason: 'x' }, 'there is no text here.', ', body.'],
    ['propose_new', { title: 'A', body: 'Lost.', reason: 'x' }, 'no title, body here.', 'Use kind, fields, reason.'],
    ['propose_new', { fields: { body: 'A', content: 'B' }, reason: 'x' }, 'there is no content here.', ', body.'],
    ['propose_new', { fields: { title: 'A', client: 'B' }, reason: 'x' }, 'A post has no client.', 'case study'],
    ['find_content', { words: 'A' }, 'there is no words here.', 'Use search, kind, page.'],
  ])('%s refuses what it does not know: %o', async (name, input, unknown, known) => {
    const before = (await call(agent, 'list_proposals', {})).value;
    const { error } = await call(agent, name, input);
    expect(error).toContain(unknown);
    expect(error).toContain(known);
    expect((await call(agent, 'list_proposals', {})).value).toEqual(before);
  }); // prettier-ignore

  test('names that models use for a field are understood', async () => {
    const { secret, ctx } = await tokenOf('contributor', { propose: 'on' });
    const fields = { title: 'By another name', markdown: 'Kept.', meta_description: 'Said.' };
    const { value } = await call(secret, 'propose_new', { fields, reason: 'x' });
    const { proposed } = await getProposal(ctx, String(value?.['proposal']));
    expect(proposed).toMatchObject({ content: '<p>Kept.</p>', metaDescription: 'Said.' });
    expect((await call(secret, 'find_content', { query: randomUUID() })).value?.['items']).toEqual([]);
    expect(await call(secret, 'withdraw_proposal', { ...value, state: undefined, url: undefined })).toEqual({
      value: { withdrawn: value?.['proposal'] },
    });
  });

  test('a body that would keep the process busy is refused before it is parsed', async () => {
    const fields = { title: 'Long', body: '- a\n'.repeat(25_001) };
    expect((await call(agent, 'propose_new', { fields, reason: 'x' })).error).toContain('100,000 characters');
  });

  test('calls that a program makes at once are all answered', async () => {
    const { secret } = await tokenOf('editor');
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(secret, list)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('every call is in the activity log with its token and tool; an ended token stops at once', async () => {
    const { secret, ctx } = await tokenOf('editor');
    await call(secret, 'find_content', {});
    const { db } = product.database;
    const entries = db
      .selectFrom('activity')
      .select(['subject_label', 'after'])
      .where('actor_id', '=', ctx.actor.userId);
    expect(await entries.where('action', '=', 'tool-called').execute()).toEqual([
      { subject_label: 'find_content', after: { token: 'Agent', refused: false } },
    ]);
    await db.deleteFrom('admin_users').where('user_id', '=', ctx.actor.userId).execute();
    expect((await post(secret, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(401);
  });
});

/** Runs `work` until it waits for what `lock` holds, ends its token, and lets it go on. */
async function endedMeanwhile<Answer>(
  lock: RawBuilder<unknown>,
  tokenId: string,
  work: () => Promise<Answer>,
) {
  const { db } = product.database;
  const boss = await contextAs(db, 'super_admin');
  const { answer } = await db.transaction().execute(async (trx) => {
    await lock.execute(trx);
    const waiting = work();
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await endToken(boss, tokenId);
    return { answer: waiting };
  });
  return answer;
}

describe('a token that ends during a call', () => {
  const data = Buffer.from(onePixel).toString('base64');
  const sent = { fields: { title: 'Too late' }, reason: 'x' };
  const ended = { error: 'This token has ended. Nothing was changed.' };

  test.each([
    ['propose_new', () => sent, sql`select from users for update`],
    ['withdraw_proposal', (id: string) => ({ id }), sql`select from proposals for update`],
    ['upload_image', () => ({ name: 'late.png', data }), sql`lock table images in exclusive mode`],
  ])('%s changes nothing after the end', async (name, inputOf, lock) => {
    const { secret } = await tokenOf('editor', { propose: 'on' });
    const { db } = product.database;
    const { value } = await call(secret, 'propose_new', { fields: { title: 'In time' }, reason: 'x' });
    const query = db.selectFrom('tokens').select('id').where('token_hash', '=', hashToken(secret));
    const token = await query.executeTakeFirstOrThrow();
    const rows = async () => [
      await db.selectFrom('proposals').selectAll().orderBy('id').execute(),
      await db.selectFrom('images').selectAll().orderBy('id').execute(),
    ];
    const before = await rows();
    const answer = await endedMeanwhile(lock, token.id, () =>
      call(secret, name, inputOf(String(value?.['proposal']))),
    );
    expect(answer).toEqual(ended);
    expect(await rows()).toEqual(before);
  });
});
