import { slugify } from '#domain/fields/slugify.ts';
import { listOf, textOf, type Fields } from './front-fields.ts';

type AddressFacts = {
  /** Its path without the ending of its file. */
  stem: string;
  slug: string;
  /** YYYY-MM-DD; '' where no day is known. */
  day: string;
  categories: readonly string[];
};

/** Addresses that a text had: those that it names, that of the settings of its generator, and that of its file. */
export function addressesOf(fields: Fields, facts: AddressFacts): string[] {
  const named = [
    ...['permalink', 'url', 'path'].map((name) => textOf(fields, name)),
    ...['aliases', 'redirectfrom', 'alias'].flatMap((name) => listOf(fields.get(name))),
  ].map((address) => filledIn(styles[address] ?? address, facts));
  const isNamed = /(?:^|\/)\d{4}-\d{1,2}-\d{1,2}-[^/]+$/.test(facts.stem);
  const dated = facts.day === '' || !isNamed ? '' : `${facts.day.replaceAll('-', '/')}/${facts.slug}`;
  const all = [...named, dated, contentPath(facts.stem)].filter((address) => address !== '');
  return [...new Set(all.map((address) => `/${address.replace(/^\/+/, '')}`))];
}

/** Names that Jekyll has for some patterns. */
const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title',
};

const maxPattern = 500;

/** A pattern such as `/:year/:title/` with the facts of a text; '' where one of them is not known. */
function filledIn(pattern: string, { stem, slug, day, categories }: AddressFacts): string {
  if (pattern.length > maxPattern) return '';
  const [year = '', month = '', date = ''] = day.split('-');
  const content = contentPath(stem);
  const path = categories.map(slugify).join('/');
  const values: Readonly<Record<string, string>> = {
    year,
    month,
    day: date,
    i_month: month.replace(/^0/, ''),
    i_day: date.replace(/^0/, ''),
    short_year: year.slice(2),
    categories: path || '/',
    category: path || '/',
    collection: /(?:^|\/)_([^/]+)\/[^]*$/.exec(stem)?.[1] ?? '',
    output_ext: '/',
    path: content,
    sections: content.slice(0, Math.max(0, content.lastIndexOf('/'))) || '/',
  };
  for (const name of ['title', 'post_title', 'slug', 'name', 'filename', 'slugorfilename', 'contentbasename'])
    Object.assign(values, { [name]: slug });
  const address = pattern.replaceAll(/:([a-z_]+)/gi, (_, name: string) => values[name] || ':');
  return address.includes(':') ? '' : address.replace(/\/{2,}/g, '/');
}

/** The day that stands in the address, where nothing else says it. */
export function dayIn(path: string, fields: Fields): string | null {
  const [, year, month, day] =
    /(?:^|[\s/])(\d{4})[/-](\d{2})[/-](\d{2})(?:[/-]|$)/.exec(
      `${textOf(fields, 'path', 'permalink', 'url')} ${path}`,
    ) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

/** The path below the folder of all texts. */
export function contentPath(stem: string): string {
  return stem
    .replace(
      /^.*?(?:^|\/)(?:src\/content|src\/pages|content|(?:source\/)?_posts|(?:source\/)?_drafts|source)\//,
      '',
    )
    .replace(/(?:^|\/)index$/, '');
}
