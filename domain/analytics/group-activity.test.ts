import { expect, test } from 'vitest';

import { groupActivity } from './group-activity.ts';

const view = (post: string, minute: number) => ({
  postId: post,
  title: `Post ${post}`,
  slug: post,
  at: new Date(Date.UTC(2026, 10, 20, 12, minute)),
});

test('views of a post make one group, the post seen last comes first', () => {
  const groups = groupActivity([view('b', 9), view('a', 8), view('b', 7)]);
  expect(groups.map(({ postId, views }) => [postId, views])).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
  expect(groups[0]?.lastAt).toEqual(view('b', 9).at);
});

test('ten groups are the most', () => {
  expect(groupActivity(Array.from({ length: 20 }, (_, n) => view(String(n), 0)))).toHaveLength(10);
  expect(groupActivity([])).toEqual([]);
});
