import { data } from 'react-router';

/** For an action whose form is sent by POST: the router also calls it for PUT, PATCH and DELETE. */
export function requirePost({ method }: Request): void {
  if (method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } });
}
