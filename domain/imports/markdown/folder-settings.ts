import { parse } from 'smol-toml';

import { invalid } from '#domain/core/errors.ts';
import { isTimeZone } from '#domain/fields/time-zone.ts';
import { parseYaml } from '#domain/fields/parse-yaml.ts';
import type { FrontMatter } from '#domain/html/markdown/front-matter.ts';
import { recordOf } from '../record-of.ts';
import { readTextOf, type SourceFile } from '../import-source.ts';
import { arrayOf, fieldsByName, plainName, readFront, textOf, type Fields } from './front-fields.ts';

/** Settings of a generator that hold for many texts. */
export type FolderSettings = {
  timeZone: string | undefined;
  /** The address of the old site; '' where it is not said. */
  site: string;
  /** The front matter of a text with the fields that its place gives it. */
  withInherited: (path: string, own: FrontMatter) => FrontMatter;
};

/** Fields for the texts of a place. */
type Defaults = { isFor: (path: string) => boolean; fields: FrontMatter };

const maxBytes = 256 * 1024;
/** Defaults of one folder, each of which is asked for each text. */
const maxDefaults = 1_000;
/** Levels of folders; a site has fewer. */
const maxLevels = 32;
const settingsName =
  /^(?:.*\/)?(?:(?:_config|config|hugo|mkdocs)\.(?:ya?ml|toml|json)|(?:astro|docusaurus)\.config\.[cm]?[jt]s)$/;
const sectionName = /(?:^|\/)_index\.(?:[\w-]+\.)?(?:md|markdown|html)$/;
/** Eleventy has the fields of a folder in a file of the folder's name. */
const folderData = /(?:^|\/)([^/]+)\/\1(?:\.11tydata)?\.json$/;

/** The settings of generators, the cascades of Hugo, the sections of Zola, and the data of folders of Eleventy. */
export async function readFolderSettings(files: readonly SourceFile[]): Promise<FolderSettings> {
  let timeZone: string | undefined;
  let site = '';
  const byFolder = new Map<string, Defaults[]>();
  for (const file of files) {
    const isSettings = settingsName.test(file.path);
    const isSection = sectionName.test(file.path);
    if (!isSettings && !isSection && !folderData.test(file.path)) continue;
    const data = recordOf(await readData(file, isSection));
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1).replace(/config\/_default\/$/, '');
    const zone = data['timezone'] ?? data['timeZone'];
    if (isSettings && typeof zone === 'string' && isTimeZone(zone)) timeZone ??= zone;
    if (isSettings) site ||= siteIn(fieldsByName(data));
    const isJekyll = file.path.startsWith('_config', folder.length);
    const defaults = byFolder.get(folder) ?? [];
    byFolder.set(folder, defaults);
    if (isSettings) defaults.push(...(isJekyll ? ofJekyll(data, folder) : ofHugo(data)));
    else defaults.push({ isFor: () => true, fields: isSection ? only(sectionFields, data) : data });
    defaults.push(...cascadeOf(data));
    if (defaults.length > maxDefaults) throw invalid(`${file.path}: there are too many settings for texts.`);
  }
  return {
    timeZone,
    site,
    withInherited(path, own) {
      const levels = [...path.matchAll(/\//g)].slice(0, maxLevels);
      const near = levels.flatMap(({ index }) => byFolder.get(path.slice(0, index + 1)) ?? []);
      const fields = new Map<string, [string, unknown]>();
      for (const { isFor, fields: given } of [...(byFolder.get('') ?? []), ...near])
        if (isFor(path))
          for (const [name, value] of Object.entries(given)) fields.set(plainName(name), [name, value]);
      for (const name of Object.keys(own)) fields.delete(plainName(name));
      return { ...own, ...Object.fromEntries(fields.values()) };
    },
  };
}

/** The address of a site, with the path below which it stood. */
function siteIn(fields: Fields): string {
  const values = ['url', 'baseUrl', 'siteUrl', 'site', 'root'].map((name) => textOf(fields, name));
  const address = values.find((value) => /^https?:\/\//.test(value))?.replace(/\/$/, '');
  return address === undefined ? '' : address + (values.find((value) => /^\/\w/.test(value)) ?? '');
}

/** Fields of a section that hold for its texts too. */
const sectionFields = /^(?:draft|private|published)$/i;

function only(names: RegExp, fields: FrontMatter): FrontMatter {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.test(name)));
}

/** The fields of a file of settings or of a section; null where they cannot be read. */
async function readData(file: SourceFile, isSection: boolean): Promise<unknown> {
  try {
    const text = await readTextOf(file, maxBytes);
    if (file.path.endsWith('s'))
      return { url: /\b(?:site|url)\s*:\s*["'](https?:\/\/[^"']{1,500})/.exec(text)?.[1] };
    if (isSection) return readFront(text).fields;
    return file.path.endsWith('.toml') ? parse(text) : parseYaml(text);
  } catch {
    return null;
  }
}

/** The cascade of Hugo: fields, or several lists of them, each for the texts of a path. */
function cascadeOf(settings: FrontMatter): Defaults[] {
  return arrayOf(settings['cascade']).map((entry) => {
    const { _target, target = _target, params, ...fields } = recordOf(entry);
    const { path, kind } = recordOf(target);
    const isForPages = typeof kind !== 'string' || kind.includes('page');
    return {
      isFor: (place) => isForPages && isWithin(`/${place.replace(/^(?:.*\/)?content\//, '')}`, path),
      fields: { ...fields, ...recordOf(params) },
    };
  });
}

/** Addresses of the texts of a section, `posts = "/:year/:slug/"`. */
function ofHugo({ permalinks }: FrontMatter): Defaults[] {
  const { page, ...sections } = recordOf(permalinks);
  return Object.entries({ ...sections, ...recordOf(page) }).map(([section, permalink]) => ({
    isFor: (path) => path.includes(`content/${section}/`),
    fields: { permalink },
  }));
}

/** Defaults of Jekyll and Hexo, and the folders of collections that no page is made of. */
function ofJekyll({ defaults, collections, permalink = 'date' }: FrontMatter, root: string): Defaults[] {
  const made = recordOf(collections);
  const collectionOf = (path: string) => /^(?:.*\/)?_([^/]+)\//.exec(path.slice(root.length))?.[1] ?? 'pages';
  return [
    {
      isFor: (path) =>
        !(
          recordOf(made[collectionOf(path)])['output'] === true ||
          /^(?:posts|drafts|pages)$/.test(collectionOf(path))
        ),
      fields: { output: false },
    },
    { isFor: (path) => collectionOf(path) === 'posts', fields: { permalink } },
    ...Object.entries(made).map(([name, collection]) => ({
      isFor: (path: string) => collectionOf(path) === name,
      fields: only(/^permalink$/, recordOf(collection)),
    })),
    ...arrayOf(defaults).map((entry) => {
      const { scope, values } = recordOf(entry);
      const { path = '', type = '' } = recordOf(scope);
      return {
        isFor: (place: string) =>
          (type === '' || type === collectionOf(place)) &&
          isWithin(`/${place.slice(root.length)}`, `/${String(path)}`),
        fields: recordOf(values),
      };
    }),
  ];
}

/** Characters of a path and of a pattern that count. */
const maxPattern = 500;

/** True if a path begins as a pattern with `*` or `{a,b}` says; no pattern holds for all. */
export function isWithin(path: string, pattern: unknown): boolean {
  if (typeof pattern !== 'string') return true;
  const alternatives = pattern
    .slice(0, maxPattern)
    .replace(/^\{|\}$/g, '')
    .split(',');
  return alternatives.some((one) => {
    const [start = '', ...parts] = one.split(/\*+/);
    let from = start.length;
    return (
      path.startsWith(start) &&
      parts.every((part) => {
        const place = path.slice(0, maxPattern).indexOf(part, from);
        from = place + part.length;
        return place !== -1;
      })
    );
  });
}
