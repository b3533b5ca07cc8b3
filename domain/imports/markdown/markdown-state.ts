import { keysOf } from '#domain/core/keys-of.ts';
import type { FrontMatter } from '#domain/html/markdown/front-matter.ts';
import type { StateMark, SourceState } from '../public-state.ts';

/** The names that marks have in front matter, in lower case and without `-`, `_` and a leading `is`. */
const marksByAnswer: Record<StateMark['publicIf'], RegExp> = {
  yes: /^(?:publish(?:ed)?|public|dgpublish|visible|listed|enabled|output|render|list|permalink)$/,
  no: /^(?:drafts?|entwurf|brouillon|borrador|bozza|rascunho|unpublished|no(?:t)?publish(?:ed)?|private|hid(?:e|den)|unlisted|headless|wip|internal|secret|protected|password|members(?:only)?|hexohide|emailonly|deleted|trashed|(?:\w*)exclude(?:d)?from\w*)$/,
  'public state': /^(?:(?:post)?statu[st]|(?:post)?state|estado|stato|visibility|access|audience)$/,
};
/** Tables of front matter whose fields are fields of the text. */
const tables = /^(?:_?build|extra|params|meta(?:data)?)$/i;
const startNames =
  /^(?:(?:publish(?:ed)?|scheduled)(?:at|on|for|date)?|pubdate(?:time)?|releasedate|embargo(?:until|date)?)$/;
const endNames = /^(?:expir(?:y|ation)(?:date)?|expires(?:at|on)?|unpublish(?:at|on|date)?)$/;

/** Folders and files that programs keep out of the site, or in which texts are begun. */
const draftPlace =
  /(?:^|\/)_?(?:drafts?|private|unpublished|trash|wip)\/|(?:^|\/)_(?!index\.)[^/]+$|\.draft\.[^/]+$/i;
const templatePlace = /(?:^|\/)(?:archetypes|scaffolds|_templates|_includes|_layouts)\//i;

/** The marks and dates by which front matter and the place of a file say if its text was public. */
export function markdownState(path: string, front: FrontMatter, date: string | null): SourceState {
  const marks: StateMark[] = [];
  const notBefore: string[] = [];
  const until: string[] = [];
  for (const [key, value] of Object.entries(front).flatMap(withinTable)) {
    const name = (key.split('.').at(-1) ?? '').toLowerCase().replace(/[-_]/g, '').replace(/^is/, '');
    const written = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    const isFlag = marksByAnswer.yes.test(name) && !/\d{2}/.test(written);
    if (endNames.test(name) && written !== '') until.push(written);
    else if (startNames.test(name) && !isFlag && written !== '') notBefore.push(written);
    else if (!saysNothing(name, key, value))
      for (const publicIf of keysOf(marksByAnswer))
        if (marksByAnswer[publicIf].test(name))
          marks.push({ name: key, value: name === 'password' ? value !== '' : value, publicIf });
  }
  if (draftPlace.test(path)) marks.push({ name: 'folder', value: 'of drafts', publicIf: 'no' });
  return { marks, date, notBefore, until };
}

/** A file that programs fill to begin a text with. */
export function isTemplatePlace(path: string): boolean {
  return templatePlace.test(path);
}

function withinTable([key, value]: [string, unknown]): [string, unknown][] {
  const [table = '', ...rest] = key.split('.');
  if (!tables.test(table)) return rest.length === 0 ? [[key, value]] : [];
  if (rest.length > 0 || typeof value !== 'object' || value === null) return [[key, value]];
  return Object.entries(value).map(([name, inner]) => [`${key}.${name}`, inner]);
}

/** True of an address, and of lists of what else a page hides or has; `false` is how generators leave a page out. */
function saysNothing(name: string, key: string, value: unknown): boolean {
  if (name === 'hide') return Array.isArray(value);
  return name === 'permalink' || (/^(?:list|render)$/.test(name) && !/^_?build\./i.test(key))
    ? value !== false
    : false;
}
