import { glob, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { RouteConfigEntry } from '@react-router/dev/routes';

import routes from '#app/routes.ts';

/** `path` as in React Router, such as `/blog/:slug`. */
export type KnownRoute = { path: string; file: string; reads: boolean; acts: boolean };

/** Every route module of the product, and whether it can be read and sent to. */
export async function listRoutes(): Promise<KnownRoute[]> {
  const known = (await Promise.resolve(routes)).flatMap((entry) => addressesOf(entry));
  return Promise.all(
    known.map(async ({ path, file }) => {
      const source = await readFile(new URL(`../../app/${file}`, import.meta.url), 'utf8');
      return {
        path,
        file,
        reads: exportsOf(source).has('loader') || /export default /.test(source),
        acts: exportsOf(source).has('action'),
      };
    }),
  );
}

/** The values of the forms' field `intent`, by the folder of the screen. */
export async function listIntents(): Promise<{ folder: string; intent: string }[]> {
  const cwd = new URL('../../app/routes/', import.meta.url);
  const found = new Map<string, { folder: string; intent: string }>();
  for await (const file of glob('**/*.{ts,tsx}', { cwd })) {
    if (file.includes('.test.')) continue;
    const source = await readFile(new URL(file, cwd), 'utf8');
    for (const [, value = ''] of source.matchAll(
      /(?:\bintent: |\bintent=|name="intent" value=|set\('intent', )("[^"]*"|[^,;}>\n]*)/g,
    )) {
      // The word itself, or both of a choice; what a choice is made by comes before its question mark.
      const words = value.slice(value.indexOf('?') + 1).matchAll(/['"]([a-z-]+)['"]/g);
      for (const [, intent = ''] of words) {
        const folder = dirname(file);
        found.set(`${folder} ${intent}`, { folder, intent });
      }
    }
  }
  return [...found.values()];
}

/** Those with an address of their own; a layout is read with every screen in it. */
function addressesOf(entry: RouteConfigEntry, parent = ''): { path: string; file: string }[] {
  const path = entry.path === undefined ? parent : `${parent}/${entry.path}`;
  const children = entry.children ?? [];
  return children.length > 0
    ? children.flatMap((child) => addressesOf(child, path))
    : [{ path: path || '/', file: entry.file }];
}

function exportsOf(source: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = ''] of source.matchAll(/export (?:async )?(?:function|const) (\w+)/g)) names.add(name);
  for (const [, list = ''] of source.matchAll(/export \{([^}]*)\}/g)) {
    for (const one of list.split(','))
      names.add(
        one
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
      );
  }
  return names;
}
