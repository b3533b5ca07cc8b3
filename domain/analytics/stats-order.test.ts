import { expect, test } from 'vitest';

import { statsOrderOf } from './stats-order.ts';

test('an order is a column and a direction; what is neither means the most views first', () => {
  expect(statsOrderOf('today.asc')).toEqual({ by: 'today', direction: 'asc' });
  expect(statsOrderOf('title')).toEqual({ by: 'title', direction: 'asc' });
  expect(statsOrderOf('title.desc')).toEqual({ by: 'title', direction: 'desc' });
  for (const asked of [null, '', 'total', 'views; drop table', 'total.sideways']) {
    expect(statsOrderOf(asked)).toEqual({ by: 'total', direction: 'desc' });
  }
});
