import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createToken } from '#domain/accounts/tokens/manage-tokens.ts';
import { getPost } from '#domain/posts/get-post.ts';
import { rejectProposal } from '#domain/proposals/decide-proposal.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { onePixel } from '#tests/image-files.ts';
import { callTool } from '#tests/mcp-client.ts';
import { createPost, updatePost } from '#tests/post-forms.ts';
import { sampleArticle } from './sample-article.ts';
import { startOwnProduct } from './own-product.ts';
import { mixedPath, readAtARate } from './reading-load.ts';
import { percentile } from './statistics.ts';
import { option } from './option.ts';

/**
 * Programs at `/mcp`: how many calls 40 tasks of an editor take, and the response times of readers beside calls.
 *
 * npm run bench -- agents [--calls 50] [--readers 20] [--seconds 60]
 */
const rate = option('calls', 50);
const readers = option('readers', 20);
const seconds = option('seconds', 60);

const product = await startOwnProduct({ RATE_LIMITS: 'off' });
try {
  const { db } = product.db;
  const editor = await contextAs(db, 'editor');
  const slugs: string[] = [];
  for (let n = 0; n < 200; n += 1) {
    const post = newPost({ title: `Post ${n} of the bench`, published: 'true', content: sampleArticle.html });
    const { id } = await createPost(editor, post);
    slugs.push((await getPost(editor, id)).slug ?? '');
  }
  await tasks();
  await beside(slugs);

  /** A program with a token of its own, and how many calls it made. */
  async function program() {
    const { secret } = await createToken(await contextAs(db, 'contributor'), {
      name: 'Bench',
      days: '7',
      propose: 'on',
    });
    let calls = 0;
    const call = async (name: string, input: Record<string, unknown>) => {
      calls += 1;
      return callTool(product, secret, name, input);
    };
    const must = async (name: string, input: Record<string, unknown>) => {
      const { value, error } = await call(name, input);
      if (!value) throw new Error(`${name}: ${error}`);
      return value;
    };
    return { call, must, count: () => calls };
  }

  type Program = Awaited<ReturnType<typeof program>>;
  type Task = [string, (program: Program, title: string, id: string) => Promise<void>];

  async function tasks(): Promise<void> {
    const findAndRead = async ({ must }: Program, title: string) => {
      const { items } = await must('find_content', { search: title });
      const [found] = items as { id: string }[];
      return must('read_content', { id: found?.id ?? '' });
    };
    const change = async (own: Program, text: Record<string, unknown>, fields: object) => {
      const { id, version } = text;
      return own.must('propose_change', { id, version, fields, reason: 'It reads better.' });
    };
    const body = (text: Record<string, unknown>, added: string) => `${String(text['body'])}\n\n${added}\n`;
    const save = async (id: string, content: string) => {
      const { title, version } = await getPost(editor, id);
      const form = {
        ...newPost({ title, published: 'true', content }),
        version: String(version),
        pendingVersion: '0',
      };
      await updatePost(editor, id, form);
    };
    const kinds: Task[] = [
      ['read a text', async (own, title) => void (await findAndRead(own, title))],
      [
        'change a title',
        async (own, title) => void (await change(own, await findAndRead(own, title), { title: `${title}!` })),
      ],
      [
        'add a paragraph',
        async (own, title) => {
          const text = await findAndRead(own, title);
          await change(own, text, { body: body(text, 'One more paragraph.') });
        },
      ],
      [
        'meet a conflict, read again',
        async (own, title, id) => {
          const text = await findAndRead(own, title);
          await save(id, '<p>Changed meanwhile.</p>');
          const late = { id, version: text['version'], fields: { body: 'x' }, reason: 'x' };
          if ((await own.call('propose_change', late)).error === undefined) throw new Error('No conflict.');
          const again = await own.must('read_content', { id });
          await change(own, again, { body: body(again, 'Now.') });
        },
      ],
      [
        'withdraw, propose anew',
        async (own, title) => {
          const text = await findAndRead(own, title);
          const { proposal } = await change(own, text, { excerpt: 'Worse.' });
          await own.must('withdraw_proposal', { id: proposal });
          await change(own, text, { excerpt: 'Better.' });
        },
      ],
      [
        'write a new text, check it',
        async (own) => {
          const fields = { title: `New ${randomUUID()}`, excerpt: 'New.', body: '## Why\n\nBecause.' };
          const { proposal } = await own.must('propose_new', { fields, reason: 'It is missing.' });
          await own.must('check_before_publishing', { id: proposal });
        },
      ],
      [
        'add an image',
        async (own, title) => {
          const text = await findAndRead(own, title);
          const data = Buffer.from(onePixel).toString('base64');
          const { address } = await own.must('upload_image', { name: 'dot.png', data, alt: 'A dot' });
          await change(own, text, { body: body(text, `![A dot](${String(address)})`) });
        },
      ],
      [
        'learn why it was rejected',
        async (own, title) => {
          const { proposal } = await change(own, await findAndRead(own, title), { title: 'LOUD' });
          await rejectProposal(editor, String(proposal), { answer: 'Not so loud.' });
          const { items } = await own.must('list_proposals', { decided: true });
          if (!JSON.stringify(items).includes('Not so loud.')) throw new Error('No answer.');
        },
      ],
      [
        'check a public text',
        async (own, title, id) => {
          await findAndRead(own, title);
          await own.must('check_before_publishing', { id });
        },
      ],
      ['find nothing', async (own) => void (await own.must('find_content', { search: randomUUID() }))],
    ];
    for (const [name, run] of kinds) {
      const counts: number[] = [];
      const started = performance.now();
      for (let round = 0; round < 4; round += 1) {
        const own = await program();
        const title = `Task ${randomUUID()}`;
        const { id } = await createPost(
          editor,
          newPost({ title, published: 'true', content: '<p>One.</p><p>Two.</p>' }),
        );
        await run(own, title, id);
        counts.push(own.count());
      }
      console.log(
        `${name}: ${counts.join(', ')} calls; ${((performance.now() - started) / 4).toFixed(0)} ms each`,
      );
    }
  }

  async function beside(paths: readonly string[]): Promise<void> {
    const { port } = new URL(product.origin);
    const read = async (label: string, work: () => Promise<string>) => {
      const [reads, more] = await Promise.all([
        readAtARate(Number(port), { rate: readers, seconds, pathOf: (n) => mixedPath(n, paths) }),
        work(),
      ]);
      const times = reads.map(({ milliseconds }) => milliseconds);
      const shares = [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(1));
      const failed = reads.filter(({ status }) => status !== 200).length;
      console.log(`Readers ${label}: p50, p95, p99, most ${shares.join(', ')} ms; ${failed} failed${more}`);
    };
    await read('before (not counted)', async () => '');
    await read('alone', async () => '');
    await read(`beside ${rate} calls a second`, async () => {
      const own = await program();
      const answers: Promise<'ok' | 'refused' | 'busy'>[] = [];
      const started = performance.now();
      const { items } = await own.must('find_content', {});
      const ids = (items as { id: string }[]).map(({ id }) => id);
      for (let n = 0; n < rate * seconds; n += 1) {
        await sleep(Math.max(0, started + (n * 1_000) / rate - performance.now()));
        const id = ids[n % ids.length] ?? '';
        const changed = { id, version: 1, fields: { title: `Title ${n}` }, reason: 'x' };
        const [name, input] = (
          [
            ['find_content', { search: `Post ${n % 200}` }],
            ['read_content', { id }],
            ['check_before_publishing', { id }],
            ['propose_change', changed],
            ['list_proposals', {}],
          ] as const
        )[n % 5] ?? ['list_proposals', {}];
        answers.push(
          own.call(name, input).then(
            ({ error }) => (error === undefined ? 'ok' : 'refused'),
            () => 'busy',
          ),
        );
      }
      const all = await Promise.all(answers);
      const count = (kind: string) => all.filter((one) => one === kind).length;
      return `; of ${all.length} calls ${count('ok')} answered, ${count('refused')} refused, ${count('busy')} told to wait`;
    });
  }
} finally {
  await product.stop();
}
