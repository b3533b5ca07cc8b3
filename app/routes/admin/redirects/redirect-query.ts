import { href } from 'react-router';

import type { ListOrders } from '../list/list-address.ts';

export const redirectOrders: ListOrders<'from' | 'hits' | 'used' | 'created'> = {
  first: { from: 'asc', hits: 'desc', used: 'desc', created: 'desc' },
  usual: { column: 'created', direction: 'desc' },
};

export const missingPageOrders: ListOrders<'address' | 'visits' | 'seen'> = {
  first: { address: 'asc', visits: 'desc', seen: 'desc' },
  usual: { column: 'visits', direction: 'desc' },
};

/** The links between both lists. */
export function redirectViews(shown: 'Redirects' | 'Missing pages') {
  return [
    { name: 'Redirects', to: href('/admin/redirects'), isCurrent: shown === 'Redirects' },
    { name: 'Missing pages', to: href('/admin/redirects/missing'), isCurrent: shown === 'Missing pages' },
  ];
}
