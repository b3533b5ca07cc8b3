import { normalPath } from '#domain/redirects/path.ts';
import { idIn } from '#domain/redirects/short-address.ts';
import { withAnchorPrefix } from '#domain/html/anchor.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';
import { resolved } from './markdown/read-markdown.ts';
import { decodedPath } from './plain-words.ts';
import type { ImportItem } from './import-item.ts';

const nowhere = 'http://old.invalid';

/** The new paths of all texts of an import, by every way that the old site had to name them. */
export type NewPaths = ReturnType<typeof createNewPaths>;

/** @param site address of the old site; '' where it is not known */
export function createNewPaths(site: string) {
  const paths = new Map<string, string>();
  const { host: written = '', pathname = '' } = parseUrl(site) ?? {};
  const host = plainHost(written);

  return {
    add(item: Pick<ImportItem, 'addresses' | 'place'>, path: string): void {
      for (const address of item.addresses) {
        const key = addressKey(parseUrl(address, nowhere));
        if (key !== null && !paths.has(key)) paths.set(key, path);
      }
      paths.set(`file:${withoutEnding(item.place)}`, path);
    },
    of(link: string, from: Pick<ImportItem, 'addresses' | 'place'>): string | null {
      const [place = '', fragment] = link.split('#', 2);
      if (place === '' || /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(place)) return null;
      const end = fragment === undefined ? '' : `#${withAnchorPrefix(fragment)}`;
      const isWhole = /^(?:https?:)?\/\//i.test(place);
      const url = parseUrl(place, new URL(from.addresses[0] ?? '/', nowhere));
      if (isWhole && (host === '' || url === null || plainHost(url.host) !== host)) return null;
      const local = url && isWhole ? url.pathname.replace(pathname.replace(/\/$/, ''), '') : place;
      const found =
        paths.get(addressKey(url) ?? '') ??
        (isWhole ? paths.get(addressKey(parseUrl(local, nowhere)) ?? '') : undefined) ??
        fileAt(local, from.place);
      return found === undefined ? null : found + end;
    },
  };

  /** A link to another file, as Markdown has it: beside this one, from the root of the folder, or with `@/`. */
  function fileAt(link: string, place: string): string | undefined {
    const path = withoutEnding(decodedPath(link.replace(/\?.*$/s, '')));
    const folder = place.slice(0, place.lastIndexOf('/') + 1);
    const root = path.replace(/^(?:[@~]\/|\/)/, '');
    const content = /^(.*?(?:^|\/)content\/)/.exec(place)?.[1] ?? '';
    return [folder + path, root, content + root]
      .map((candidate) => paths.get(`file:${resolved(candidate)}`))
      .find((found) => found !== undefined);
  }
}

function withoutEnding(path: string): string {
  return path
    .normalize('NFC')
    .replace(/\.(?:mdx?|markdown|mkd|html?)$/i, '')
    .replace(/(?:^|\/)index$/, '');
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}

/**
 * The address that stands for the same page: whatever the case, slash at the end, `/amp`, `/feed`, `index.html`, and
 * other parameters.
 */
function addressKey(url: URL | null): string | null {
  if (url === null) return null;
  const id = url.pathname === '/' ? idIn(url.search) : null;
  if (id !== null) return `?${id}`;
  const path = normalPath(plainPath(url.pathname));
  return path === '/' ? null : path;
}

/** A path without what one page may have at its end. */
export function plainPath(pathname: string): string {
  const path = pathname
    .replace(/\/{2,}/g, '/')
    .replace(/(?:\/(?:amp|feed|index\.html?|index\.php))?\/?$/i, '')
    .replace(/\.html?$/i, '');
  return path === '' ? '/' : path;
}
