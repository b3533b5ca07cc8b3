import { readFile } from 'node:fs/promises';

import type { RouteConfigEntry } from '@react-router/dev/routes';

import routes from '../../app/routes.ts';

export type KnownRoute = { file: string; reads: boolean; acts: boolean };

/** Every route module of the product, and whether it can be read and sent to. */
export async function listRoutes(): Promise<KnownRoute[]> {
  const files = (await Promise.resolve(routes)).flatMap(filesOf);
  return Promise.all(
    files.map(async (file) => {
      const source = await readFile(new URL(`../../app/${file}`, import.meta.url), 'utf8');
      return {
        file,
        reads: exportsOf(source).has('loader') || /export default /.test(source),
        acts: exportsOf(source).has('action'),
      };
    }),
  );
}

/** Those with an address of their own; a layout is read with every screen in it. */
function filesOf(entry: RouteConfigEntry): string[] {
  const children = entry.children ?? [];
  return children.length > 0 ? children.flatMap(filesOf) : [entry.file];
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
