import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openDatabase, type DatabaseClient } from '#db/client.ts';
import { sendContactMessage } from '#domain/messages/store-message.ts';
import { getPostWithPendingChanges } from '#domain/posts/get-post-with-pending-changes.ts';
import { useDatabase } from '#tests/database.ts';
import { useDatabaseLine } from '#tests/database-line.ts';
import {
  addPost,
  contactMessage,
  contextAs,
  contextOn,
  edited as editedPost,
  newPost,
} from '#tests/factories.ts';
import { autosavePost, createPost, updatePost } from '#tests/post-forms.ts';

const database = useDatabase();
const line = useDatabaseLine(database);
let client: DatabaseClient;

beforeAll(() => {
  client = openDatabase(line.connection, {
    timeZone: 'UTC',
    onIdleError: () => {},
    timeoutMilliseconds: 500,
  });
});
afterAll(() => client.close());

const editor = async () => ({ ...(await contextAs(database.db, 'editor')), db: client.db });
const edited = (fields: Record<string, unknown>) =>
  editedPost({ pendingVersion: 0, saveKey: randomUUID(), ...fields });

describe.each(['answer lost, line silent', 'answer lost, line cut', 'commit lost, line cut'] as const)(
  'the answer to a commit is lost (%s)',
  (how) => {
    test('a message is stored once, and its sender is told so', async () => {
      const message = randomUUID();
      line.loseNextCommit(how);
      await sendContactMessage(contextOn(client.db), contactMessage({ message }));
      const stored = database.db.selectFrom('messages').select('id').where('message', '=', message);
      expect(await stored.execute()).toHaveLength(1);
    });

    test('a new post is there once, and its author is told so', async () => {
      const ctx = await editor();
      const post = newPost({ title: `New ${randomUUID()}`, saveKey: randomUUID() });
      line.loseNextCommit(how);
      const { id } = await createPost(ctx, post);
      const same = database.db.selectFrom('blog_posts').select(['id', 'version']);
      expect(await same.where('title', '=', String(post['title'])).execute()).toEqual([{ id, version: 1 }]);
    });

    test('a post is saved once, and its author is told so', async () => {
      const ctx = await editor();
      const { id } = await addPost(ctx);
      line.loseNextCommit(how);
      const saved = await updatePost(ctx, id, edited({ version: 1, title: 'Changed' }));
      expect(saved).toMatchObject({ version: 2 });
      line.loseNextCommit(how);
      expect(await autosavePost(ctx, id, edited({ version: 2, title: 'Changed again' }))).toMatchObject({
        version: 3,
      });
    });

    test('pending changes are saved once, and their author gets that answer', async () => {
      const ctx = await editor();
      const { id } = await addPost(ctx, { published: 'true' });
      line.loseNextCommit(how);
      const kept = await autosavePost(ctx, id, edited({ version: 1, published: 'true', title: 'Draft' }));
      const { pendingChanges } = await getPostWithPendingChanges(ctx, id);
      expect(kept).toMatchObject({ version: 1, pendingVersion: pendingChanges?.version });
    });
  },
);

test('while the database cannot be reached, the sender is not told that a message was not stored', async () => {
  line.loseNextCommit('answer lost, line cut', () => line.cut());
  const sent = sendContactMessage(contextOn(client.db), contactMessage());
  await expect(sent).rejects.toMatchObject({ name: 'DatabaseUnavailable', reason: 'commit-unknown' });
  line.mend();
});
