import { findImported, listTakenNames } from '#db/queries/imports.ts';
import type { Core } from '#domain/core/context.ts';
import { invalid } from '#domain/core/errors.ts';
import { kinds, pathOf } from '#domain/core/kinds.ts';
import { foldedName } from '#domain/taxonomy/folded-name.ts';
import { isOwnAddress } from '#domain/redirects/own-addresses.ts';
import { numberedSlug } from '#domain/fields/slug.ts';
import { slugify } from '#domain/fields/slugify.ts';
import { importKey, type ImportAuthor, type ImportItem } from './import-item.ts';
import type { ListedItem, OpenExport, PlannedItem } from './export-steps.ts';
import { createNewPaths, type NewPaths } from './old-addresses.ts';
import { orderOf } from './read-date.ts';

export type ImportPlan = {
  /** Every text of the source with its plan, which is null for an omitted one. */
  texts: readonly { item: ListedItem; planned: PlannedItem | null }[];
  newPaths: NewPaths;
  /** Each once. */
  authors: readonly ImportAuthor[];
  /** Folded names of the first categories of posts: other ones become tags. */
  categories: ReadonlySet<string>;
  /** True if more dates of the source have the day before the month than after it. */
  isDayFirst: boolean;
};

/** Gives every text of a source its new address, before anything is written: their links name each other. */
export async function planImport(
  ctx: Pick<Core, 'db'>,
  source: Pick<OpenExport, 'facts' | 'list'>,
): Promise<ImportPlan> {
  const listed = await listAll(source);
  const authors = new Map<string, ImportAuthor>();
  const categories = new Set<string>();
  let dayFirst = 0;
  for (const { date, kind, skipped, authors: named, categories: filed } of listed) {
    dayFirst += { true: 1, false: -1, null: 0 }[`${orderOf(date ?? '')}`];
    const [[author], [category]] = [named, filed];
    if (category && kinds[kind].isInBlog && skipped === null) categories.add(foldedName(category.name));
    if (author) authors.set(`${author.name}\n${author.email}`, author);
  }
  const wanted = listed.filter(({ skipped, failure }) => skipped === null && failure === null);
  const found = await findImported(
    ctx.db,
    wanted.map(({ key }) => key),
  );
  const before = new Map(found.map(({ key, kind, slug }) => [key, { kind, slug }]));
  const posts = new Map((await listTakenNames(ctx.db)).map((post) => [post.id, post]));
  const taken = new Set([...posts.values()].flatMap(({ id, slug }) => [id, slug]));
  const freeSlug = createFreeSlugs(taken);
  const newPaths = createNewPaths(source.facts.site);
  const items = new Map<string, PlannedItem>();
  for (const item of wanted) {
    const { key } = item;
    const there = before.get(key) ?? posts.get(item.own?.id ?? '');
    const kind = there?.kind ?? item.kind;
    const slug = there ? (there.slug ?? '') : freeSlug(item);
    taken.add(slug);
    const id = item.own?.id ?? null;
    const postId = id === null || taken.has(id) ? null : id;
    if (postId !== null) taken.add(postId);
    const path = slug === '' ? null : pathOf({ kind, slug });
    items.set(key, { key, kind, slug, path, isThere: there !== undefined, postId });
    if (path !== null) newPaths.add(item, path);
  }
  const texts = listed.map((item) => ({ item, planned: items.get(item.key) ?? null }));
  return { texts, newPaths, authors: [...authors.values()], categories, isDayFirst: dayFirst > 0 };
}

/** Gives a key to each text that says that it is another one. */
function createKeys(): (key: string) => string {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 || key === '' ? key : importKey('', key, `${count}`);
  };
}

/** Texts of a source, and characters of what they say of themselves. */
const maxListed = { texts: 100_000, characters: 100_000_000 };

async function listAll({ list }: Pick<OpenExport, 'list'>): Promise<ListedItem[]> {
  const all: ListedItem[] = [];
  const keyOnce = createKeys();
  for (let size = 0; ;) {
    const { items, isEnd } = await list(all.length);
    for (const item of items) all.push({ ...item, key: keyOnce(item.key) });
    size += JSON.stringify(items).length;
    if (all.length > maxListed.texts)
      throw invalid(`There are more than ${maxListed.texts.toLocaleString('en-US')} texts in it.`);
    if (size > maxListed.characters)
      throw invalid('The texts of this export have too many addresses, tags and authors.');
    if (isEnd) return all;
  }
}

/** Finds a slug that is not taken, in the same time however many texts have the same title. Pure but for its memory. */
export function createFreeSlugs(taken: ReadonlySet<string>) {
  const numbers = new Map<string, number>();
  return ({ slug, title, kind, key }: Pick<ImportItem, 'slug' | 'title' | 'kind'> & { key: string }) => {
    const base = slugify(slug) || slugify(title) || key.slice(0, 8);
    for (let n = numbers.get(base) ?? 1; ; n += 1) {
      const candidate = n === 1 ? base : numberedSlug(base, n);
      if (taken.has(candidate) || isOwnAddress(pathOf({ kind, slug: candidate }))) continue;
      numbers.set(base, n);
      return candidate;
    }
  };
}
