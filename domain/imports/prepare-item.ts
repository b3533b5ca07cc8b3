import { newPostInput } from '#domain/posts/post-input.ts';
import type { EarlierFacts } from '#domain/posts/create-post.ts';
import { ownFieldsOf, postFields, untitled } from '#domain/posts/post-fields.ts';
import { writeDescription } from '#domain/images/image-description.ts';
import { kinds } from '#domain/kinds.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';
import { canonicalLanguage } from '#domain/fields/languages.ts';
import { changeBody, imagesOf } from './import-body.ts';
import type { TakeImage, TakenImage } from './import-images.ts';
import { addNote, type ImportItem } from './import-item.ts';
import type { ImportRow } from './import-report.ts';
import { oneLine, instantOf } from './plain-words.ts';
import type { NewPaths } from './old-addresses.ts';
import type { PlannedItem } from './plan-import.ts';

type Surroundings = { take: TakeImage; newPaths: NewPaths; site: string; timeZone: string; now: Date };

/** An item as the form of a new post would send it, beside its terms and authors. */
export type PreparedItem = {
  input: Readonly<Record<string, unknown>>;
  earlier: EarlierFacts;
  row: ImportRow;
};

/** Everything about an item that can be said before it is stored: its row of the report too. */
export async function prepareItem(
  item: ImportItem,
  planned: PlannedItem,
  around: Surroundings,
): Promise<PreparedItem> {
  const notes = item.notes.map((note) => ({ ...note }));
  const row = rowOf(item, planned.path);
  row.notes = notes;
  const shorten = (name: 'title' | 'excerpt' | 'metaDescription' | 'socialTitle', text: string) => {
    const { max, label } = postFields[name];
    const characters = Array.from(text);
    if (characters.length <= max) return text;
    addNote(notes, 'changed', `${label}: cut at ${max} characters`);
    return characters.slice(0, max).join('').trim();
  };
  const images = await takeImages(item, around.take, row);
  const taken = (address: string) => {
    const image = images.get(address);
    return image && 'src' in image ? image.src : null;
  };
  const content = changeBody(
    item.html,
    { image: taken, link: (address) => around.newPaths.of(address, item) },
    notes,
  );
  const publishAt = item.date === null ? null : instantOf(item.date, around.timeZone);
  // It may have been for later.
  const isDateLost = item.date !== null && publishAt === null;
  if (isDateLost && item.published) addNote(notes, 'changed', 'It becomes a draft: its date cannot be read');
  else if (isDateLost) addNote(notes, 'left out', 'Date: it cannot be read');
  const featured = item.featuredImage && taken(item.featuredImage.address);
  const canonical = parseUrl(item.canonicalUrl);
  const isOwnCanonical = canonical !== null && canonical.host === parseUrl(around.site)?.host;
  const input = {
    ...factsOf(item, taken),
    creationKey: planned.key,
    kind: planned.kind,
    title: shorten('title', oneLine(item.title)) || untitled,
    slug: planned.slug,
    excerpt: shorten('excerpt', item.excerpt.trim()),
    content,
    featuredImage: featured,
    imageDescription: featured && item.featuredImage?.caption ? writeDescription({ src: featured, caption: item.featuredImage.caption.slice(0, 1_000) }) : null,
    language: canonicalLanguage(item.language || 'x') ? item.language : null,
    metaDescription: shorten('metaDescription', oneLine(item.metaDescription)),
    socialTitle: shorten('socialTitle', oneLine(item.socialTitle)),
    canonicalUrl: canonical !== null && /^https?:$/.test(canonical.protocol) && !isOwnCanonical ? canonical.href : null,
    noindex: item.noindex,
    published: item.published && !isDateLost,
    featured: item.featured && kinds[planned.kind].isInBlog,
    tagIds: [],
  }; // prettier-ignore
  return checkWhole({ input, earlier: earlierFacts(item, planned, publishAt), row }, around);
}

function earlierFacts(
  { own }: ImportItem,
  { postId: id }: PlannedItem,
  publishedAt: Date | null,
): EarlierFacts {
  const instants = own && {
    firstPublishedAt: instantOf(own.firstPublishedAt, 'UTC'),
    updatedAt: instantOf(own.updatedAt, 'UTC'),
  };
  const known = Object.entries({ id, position: own?.position, publishedAt, ...instants });
  return Object.fromEntries(known.filter(([, value]) => value !== null && value !== undefined));
}

/** What cannot be published as it is becomes a draft; what cannot be stored at all is left out, with the reason. */
function checkWhole(prepared: PreparedItem, { now }: Surroundings): PreparedItem {
  const { row, earlier } = prepared;
  let { input } = prepared;
  let read = newPostInput.safeParse(input);
  const problem = read.success ? '' : (read.error.issues[0]?.message ?? '');
  if (!read.success && input['published'] === true) {
    const asDraft = { ...input, published: false };
    read = newPostInput.safeParse(asDraft);
    if (read.success) {
      addNote(row.notes, 'changed', `It becomes a draft: ${problem}`);
      input = asDraft;
    }
  }
  if (!read.success)
    return { ...prepared, row: { ...row, outcome: 'failed', newAddress: '', reason: problem } };
  const isScheduled = earlier.publishedAt !== undefined && earlier.publishedAt > now;
  const state = read.data.published ? (isScheduled ? 'scheduled' : 'published') : 'draft';
  return { ...prepared, input, row: { ...row, state } };
}

/** The row of an item of which nothing more is known. */
export function rowOf(item: ImportItem, path: string | null): ImportRow {
  return {
    place: item.place,
    kind: kinds[item.kind].noun,
    title: oneLine(item.title).slice(0, 300),
    outcome: item.skipped === null ? 'taken' : 'left out',
    state: '',
    oldAddress: item.addresses[0] ?? '',
    newAddress: path ?? '',
    images: 0,
    missing: [],
    notes: [],
    reason: item.skipped ?? '',
  };
}

/** Each image of an item, with those of its fields; the row counts them, and names those that are not there. */
async function takeImages(
  item: ImportItem,
  take: TakeImage,
  row: ImportRow,
): Promise<Map<string, TakenImage>> {
  const ofFields = ['clientLogo', 'socialImage'].map((name) => String(item.facts[name] ?? ''));
  const featured = [item.featuredImage?.address ?? '', ...ofFields].filter((address) => address !== '');
  const found = new Map<string, TakenImage>();
  for (const address of featured) {
    const alt = address === item.featuredImage?.address ? item.featuredImage.alt : '';
    found.set(address, await take(address, item, { folder: 'featured-images', alt }));
  }
  for (const address of imagesOf(item.html))
    if (!found.has(address)) found.set(address, await take(address, item, { folder: 'editor-images' }));
  for (const [address, image] of found)
    if ('src' in image) row.images += 1;
    else row.missing.push({ address, reason: image.reason });
  return found;
}

function factsOf({ facts, kind }: ImportItem, taken: (address: string) => string | null) {
  const image = (name: string) => (typeof facts[name] === 'string' ? taken(facts[name]) : null);
  return {
    ...Object.fromEntries(ownFieldsOf(kind).map((name) => [name, facts[name]])),
    displayDay: /^\d{4}-\d{2}-\d{2}$/.test(String(facts['displayDay'])) ? facts['displayDay'] : null,
    clientLogo: image('clientLogo'),
    socialImage: image('socialImage'),
  };
}
