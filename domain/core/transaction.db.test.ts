import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { beforeEach, describe, expect, test } from 'vitest';

import { useDatabase } from '#tests/database.ts';
import { contextOn } from '#tests/factories.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { inTransaction } from './context.ts';

const own = useDatabase();
let ctx: DomainContext;
let announced: string[];

beforeEach(() => {
  announced = [];
  ctx = contextOn(own.db, {
    contentChanged: () => void announced.push('contentChanged'),
    jobAdded: () => void announced.push('jobAdded'),
    imagesDropped: async () => void announced.push('imagesDropped'),
  });
});

describe('what is registered with afterCommit', () => {
  test('runs once, in order, when others can read the change', async () => {
    const rows = async () => (await own.db.selectFrom('activity').select('id').execute()).length;
    const before = await rows();
    let rowsWhenAnnounced: Promise<number> | undefined;
    const contentChanged = () => {
      announced.push('contentChanged');
      rowsWhenAnnounced = rows();
    };
    const result = await inTransaction({ ...ctx, contentChanged }, async (tx) => {
      tx.afterCommit('imagesDropped');
      tx.afterCommit('contentChanged');
      tx.afterCommit('contentChanged');
      await recordActivity(tx.db, tx, { action: 'post-deleted' });
      expect(announced).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(announced).toEqual(['imagesDropped', 'contentChanged']);
    expect(await rowsWhenAnnounced).toBe(before + 1);
  });

  test('says what changed of the public content', async () => {
    const { id } = await own.db
      .insertInto('blog_categories')
      .values({ name: 'Craft', slug: 'craft' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const told: unknown[] = [];
    const contentChanged: DomainContext['contentChanged'] = (keys) => told.push(keys);
    const change = (name: string) =>
      inTransaction({ ...ctx, contentChanged }, async (tx) => {
        await tx.db.updateTable('blog_categories').set({ name }).where('id', '=', id).execute();
        tx.afterCommit('contentChanged');
      });
    await change('Crafts');
    await change('Crafts');
    expect(told).toEqual([new Set(['categories', 'sitemap', `category:${id}`]), new Set()]);
  });

  test('never runs after a rollback', async () => {
    const failing = inTransaction(ctx, async ({ afterCommit }) => {
      afterCommit('contentChanged');
      throw new Error('The verb failed.');
    });
    await expect(failing).rejects.toThrow('The verb failed.');
    expect(announced).toEqual([]);
  });

  test('waits for the outermost transaction when a verb joins one', async () => {
    await inTransaction(ctx, async (outer) => {
      await inTransaction(outer, async (inner) => {
        inner.afterCommit('jobAdded');
      });
      expect(announced).toEqual([]);
      outer.afterCommit('jobAdded');
    });
    expect(announced).toEqual(['jobAdded']);
  });

  test('never runs when the outermost transaction rolls back after the joined one', async () => {
    const failing = inTransaction(ctx, async (outer) => {
      await inTransaction(outer, async ({ afterCommit }) => afterCommit('jobAdded'));
      throw new Error('The outer verb failed.');
    });
    await expect(failing).rejects.toThrow('The outer verb failed.');
    expect(announced).toEqual([]);
  });
});

test('no verb announces a change by itself', async () => {
  const direct = [];
  for await (const file of glob('**/*.ts', { cwd: import.meta.dirname })) {
    if (file.endsWith('.test.ts') || basename(file) === 'transaction.ts') continue;
    const source = await readFile(`${import.meta.dirname}/${file}`, 'utf8');
    if (/\.(?:contentChanged|jobAdded|imagesDropped)\(/.test(source)) direct.push(file);
  }
  expect(direct, 'register it with afterCommit').toEqual([]);
});
