import type { ContentKeys } from '../pages/affected-pages.ts';
import { anyChange, type PurgeTarget } from './cdn.ts';

export type PurgeRequest = {
  readonly url: string;
  readonly method: 'POST' | 'PURGE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Above this many keys everything is purged: one request instead of many. */
const MAX_KEYS = 300;

/**
 * The requests that remove from a shared cache every page that shows what changed.
 *
 * - `fastly`: https://www.fastly.com/documentation/reference/api/purging/ (at most 256 keys a request)
 * - `cloudflare`: https://developers.cloudflare.com/api/resources/cache/methods/purge/ (at most 30 tags a request)
 * - `bunny`: https://docs.bunny.net/cdn/purge-cache (one tag a request)
 * - `http`: `PURGE` with the keys in `Surrogate-Key`, `*` for everything, as in deploy/varnish.vcl
 *
 * @param keys undefined: everything
 */
export function purgeRequests(target: PurgeTarget, keys: ContentKeys): PurgeRequest[] {
  if (keys === undefined || keys.size >= MAX_KEYS) return [purgeAll(target)];
  const tags = [anyChange, ...keys];
  const { service, id, token } = target;
  switch (service) {
    case 'fastly':
      return batches(tags, 256).map((batch) => ({
        url: `https://api.fastly.com/service/${id}/purge`,
        method: 'POST',
        headers: { 'Fastly-Key': token, 'Surrogate-Key': batch.join(' ') },
      }));
    case 'cloudflare':
      return batches(tags, 30).map((batch) => cloudflare(target, { tags: batch }));
    case 'bunny':
      return tags.map((tag) => bunny(target, { CacheTag: tag }));
    case 'http':
      return batches(tags, 100).map((batch) => http(target, batch.join(' ')));
  }
}

function purgeAll(target: PurgeTarget): PurgeRequest {
  switch (target.service) {
    case 'fastly':
      return {
        url: `https://api.fastly.com/service/${target.id}/purge_all`,
        method: 'POST',
        headers: { 'Fastly-Key': target.token },
      };
    case 'cloudflare':
      return cloudflare(target, { purge_everything: true });
    case 'bunny':
      return bunny(target, undefined);
    case 'http':
      return http(target, '*');
  }
}

function cloudflare({ id, token }: PurgeTarget, body: object): PurgeRequest {
  return {
    url: `https://api.cloudflare.com/client/v4/zones/${id}/purge_cache`,
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function bunny({ id, token }: PurgeTarget, body: object | undefined): PurgeRequest {
  return {
    url: `https://api.bunny.net/pullzone/${id}/purgeCache`,
    method: 'POST',
    headers: { AccessKey: token, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function http({ id, token }: PurgeTarget, keys: string): PurgeRequest {
  return {
    url: id,
    method: 'PURGE',
    headers: { 'Surrogate-Key': keys, ...(token === '' ? {} : { Authorization: `Bearer ${token}` }) },
  };
}

function batches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, batch) =>
    items.slice(batch * size, (batch + 1) * size),
  );
}
