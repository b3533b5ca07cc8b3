import { setTimeout as sleep } from 'node:timers/promises';

import { createClient } from '../client.ts';
import { postForm, storedPost } from '../factories.ts';
import { photograph } from '../image-files.ts';
import { upload } from '../uploads.ts';
import type { Amount } from './failure.ts';
import { kinds, savedText, type Kind, type Ledger } from './ledger.ts';
import type { Site } from './site.ts';

/** One answer to a reader; status 0 where there was none. */
export type Read = { at: number; status: number; milliseconds: number };

export type Visitors = Awaited<ReturnType<typeof sendVisitors>>;

/** A page that is answered later is as good as none. */
const timeoutMilliseconds = 15_000;
/** Between two writes of a kind, and between two pages. */
const pauseMilliseconds = { short: { write: 400, read: 150 }, long: { write: 15, read: 15 } };
/** The addresses of three pages. */
const readsToKeep = 18;
const writtenWithinMilliseconds = 90_000;

/** People who write and read without a pause, each kind of write by one of them. */
export async function sendVisitors(site: Site, ledger: Ledger, amount: Amount) {
  const pause = pauseMilliseconds[amount];
  const over = new AbortController();
  const { signal } = over;
  /** Acknowledged writes, with the moment at which they began. */
  const acknowledged: { kind: Kind; at: number }[] = [];
  const reads: Read[] = [];
  let emptyPages = 0;
  const writes = await writesOf(site, ledger);
  /** Writes on their way, by kind; and the pause that the next ones wait for. */
  const sent = new Map<Kind, Promise<boolean>>();
  let pauseIsOver: Promise<void> = Promise.resolve();

  const writing = kinds.map(async (kind) => {
    while (!signal.aborted) {
      await pauseIsOver;
      const at = performance.now();
      const write = withTimeout(writes[kind]()).catch(() => false);
      sent.set(kind, write);
      const isAcknowledged = await write;
      if (isAcknowledged) acknowledged.push({ kind, at });
      await sleep(isAcknowledged ? pause.write : 5 * pause.read);
    }
  });
  const reading = (async () => {
    const visitor = createClient(site);
    for (let n = 0; !signal.aborted; n += 1) {
      const at = performance.now();
      const read = await withTimeout(
        visitor
          .get(['/', '/blog', '/about'][n % 3] ?? '/')
          .then(async (answer) => ({ status: answer.status, text: await answer.text() })),
      ).catch(() => ({ status: 0, text: '' }));
      reads.push({ at, status: read.status, milliseconds: performance.now() - at });
      if (read.status === 200 && !read.text.includes('</h1>')) emptyPages += 1;
      await sleep(pause.read);
    }
  })();

  return {
    /** Resolves when a write of every kind that began after this moment is acknowledged; rejects after a minute. */
    untilAllWritten: async (after: number) => {
      const deadline = performance.now() + writtenWithinMilliseconds;
      const missing = () =>
        kinds.filter(
          (wanted) => acknowledged.findLast(({ kind, at }) => kind === wanted && at >= after) === undefined,
        );
      while (missing().length > 0) {
        if (performance.now() > deadline)
          throw new Error(`No ${missing().join(', ')} was acknowledged:\n${site.output().slice(-4_000)}`);
        await sleep(10);
      }
    },
    /** Resolves when every page was read often enough to be kept. */
    untilPagesAreKept: async () => {
      const deadline = performance.now() + writtenWithinMilliseconds;
      while (reads.filter(({ status }) => status === 200).length < readsToKeep) {
        if (performance.now() > deadline) throw new Error('The pages are not answered.');
        await sleep(10);
      }
    },
    /** Resolves when no write is on its way; then none begins until the function that it resolves to is called. */
    pauseWriting: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      pauseIsOver = promise;
      // Who has just passed the pause begins a write now.
      await sleep(0);
      await Promise.all(sent.values());
      return resolve;
    },
    /** How many writes that began since this moment are acknowledged. */
    writesSince: (moment: number) => acknowledged.filter(({ at }) => at >= moment).length,
    /** Pages read since this moment. */
    readsSince: (moment: number) => reads.filter(({ at }) => at >= moment),
    /** Answers with status 200 and without a heading so far. */
    emptyPages: () => emptyPages,
    /** Ends writing and reading; resolves when nothing is on its way any more. */
    stop: async () => {
      over.abort();
      await Promise.all([...writing, reading]);
    },
  };
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(timeoutMilliseconds, undefined, { signal: over.signal }).then(() => {
    throw new Error('There was no answer.');
  });
  late.catch(() => {});
  return Promise.race([work, late]).finally(() => over.abort());
}

/** Each sends one write, notes it in the ledger, and says whether it was acknowledged. */
async function writesOf(site: Site, ledger: Ledger): Promise<Record<Kind, () => Promise<boolean>>> {
  const visitor = createClient(site);
  const { owner } = site;
  const photographs = await Promise.all([1, 2, 3].map((seed) => photograph(96, 64, 'jpeg', seed)));
  let [messages, creationForm] = [ledger.messages.size, newForm()];
  let text = `Message ${messages}`;

  function newForm() {
    return postForm({ title: `New post ${ledger.posts.size}` });
  }
  return {
    message: async () => {
      ledger.messages.set(text, false);
      const fields = { name: 'Ada', email: 'ada@visitor.test', subject: 'Hello', message: text };
      const answer = await visitor.post('/contact', fields);
      const isStored = answer.status === 200 && (await answer.text()).includes('Message sent successfully.');
      if (!isStored) return false;
      ledger.messages.set(text, true);
      messages += 1;
      text = `Message ${messages}`;
      return true;
    },
    post: async () => {
      ledger.posts.set(creationForm['title'] ?? '', false);
      const { status } = await owner.post('/admin/posts/new', creationForm);
      if (status !== 302) return false;
      ledger.posts.set(creationForm['title'] ?? '', true);
      creationForm = newForm();
      return true;
    },
    save: async () => {
      const { saves } = ledger;
      const post = await site.withDatabase(({ db }) => storedPost(db, { id: saves.postId }));
      const number = saves.acknowledged + 1;
      const answer = await owner.post(`/admin/posts/edit/${saves.postId}.data`, {
        ...postForm({
          title: post.title,
          slug: post.slug,
          content: savedText(number),
          published: 'true',
          publishedAt: '2020-01-01',
        }),
        version: String(post.version),
      });
      if (answer.status !== 200 || !(await answer.text()).includes('"ok",true')) return false;
      saves.acknowledged = number;
      return true;
    },
    view: async () => {
      const { views } = ledger;
      const number = views.acknowledged + views.unanswered;
      views.unanswered += 1;
      const { status } = await visitor.json(
        '/rpc/increment_post_view',
        { post_id_param: views.postId },
        {
          // Each from a network of its own, so that none is a repeated view.
          'x-forwarded-for': `fd00:${hex(number >> 16)}:${hex(number)}::1`,
          'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
        },
      );
      if (status !== 204) return false;
      views.unanswered -= 1;
      views.acknowledged += 1;
      return true;
    },
    upload: async () => {
      const bytes = photographs[ledger.uploads.size % photographs.length] ?? new Uint8Array();
      const { status, body } = await upload(owner, bytes);
      if (status !== 200 && status !== 201) return false;
      ledger.uploads.set(body.src, null);
      return true;
    },
  };
}

const hex = (number: number) => (number & 0xff_ff).toString(16);
