import { isDomainError, type FieldErrors } from '#domain/core/errors.ts';
import { imageFields } from '#domain/posts/used-images.ts';
import {
  fieldNames,
  postFields,
  untitled,
  type FieldName,
  type PostState,
} from '#domain/posts/post-fields.ts';
import {
  assertComplete,
  bodyWithinLimits,
  emptyState,
  checkPost,
  type CheckedPost,
} from '#domain/posts/post-state.ts';
import { writeDescription } from '#domain/images/image-description.ts';
import { kinds } from '#domain/core/kinds.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';
import { dayInZone, formatLongDate } from '#domain/fields/dates.ts';
import { canonicalLanguage } from '#domain/fields/languages.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { changeBody, namesIn } from './import-body.ts';
import { addNote, type ImportItem } from './import-item.ts';
import { emptyRow, type ImportNote, type ImportRow } from './import-report.ts';
import { cut, oneLine } from './plain-words.ts';
import { decideState } from './public-state.ts';
import { readDate, type WrittenDates } from './read-date.ts';
import type {
  ImageOrigin,
  ImportAnswers,
  ImportSettings,
  ItemNeeds,
  ListedItem,
  NamedImage,
  PlannedItem,
  PreparedItem,
} from './export-steps.ts';

/** Names what a text needs an answer for before it can be prepared. @throws invalid for a body that is too large */
export function findNeeds(item: ImportItem, originOf: (address: string) => ImageOrigin): ItemNeeds {
  const { images: ofBody, links } = namesIn(parseInput(bodyWithinLimits, item.html));
  const { featuredImage } = item;
  const found = new Map<string, NamedImage>();
  const add = (address: string, use: Pick<NamedImage, 'folder' | 'alt'>) => {
    if (address !== '' && !found.has(address))
      found.set(address, { address, origin: originOf(address), ...use });
  };
  if (featuredImage) add(featuredImage.address, { folder: 'featured-images', alt: featuredImage.alt });
  for (const { name } of imageFields) add(item.fields[name] ?? '', { folder: 'featured-images', alt: '' });
  for (const address of ofBody) add(address, { folder: 'editor-images' });
  return { images: [...found.values()], links: [...links] };
}

/** Everything about an item that can be said before it is stored: its row of the report too. */
export function prepareItem(
  item: ImportItem,
  { images, links }: ImportAnswers,
  settings: ImportSettings,
): PreparedItem {
  const { planned, site } = settings;
  const row = rowOf(item, planned.path);
  row.notes = item.notes.map((note) => ({ ...note }));
  const title = shortened('title', oneLine(item.title), row.notes) || untitled;
  for (const [address, image] of images)
    if ('src' in image) row.images += 1;
    else row.missing.push({ address, reason: image.reason });
  const taken = (address: string) => {
    const image = images.get(address);
    return image && 'src' in image ? image.src : null;
  };
  const content = changeBody(
    item.html,
    { image: taken, link: (address) => links.get(address) ?? null },
    row.notes,
  );
  const { published, publishedAt, isDateLost, reason } = decideState(item.state, settings);
  row.reason = reason;
  if (isDateLost) addNote(row.notes, 'left out', 'Date: it cannot be read');
  noteDate(item, published, settings, row.notes);
  const featuredImage = item.featuredImage && taken(item.featuredImage.address);
  const caption = cut(item.featuredImage?.caption ?? '', 1_000);
  const state: PostState = {
    ...emptyState(planned.kind),
    ...fieldsOf(item, taken, row.notes),
    ...addressFields(item, site),
    title,
    slug: planned.slug,
    content,
    featuredImage,
    imageDescription: featuredImage && caption ? writeDescription({ src: featuredImage, caption }) : null,
    published,
    publishedAt,
  };
  return { ...checkWhole(state, row, settings.now), earlier: earlierFacts(item, planned) };
}

/** Notes what is in doubt about the date of an item. */
function noteDate(
  { state: { date }, kind }: ImportItem,
  published: boolean,
  dates: WrittenDates,
  notes: ImportNote[],
): void {
  if (date === null && published && kinds[kind].isInBlog)
    addNote(notes, 'changed', 'It has no date, and gets the one of today');
  const read = date === null ? null : readDate(date, dates);
  if (read?.isAmbiguous) {
    const day = formatLongDate(dayInZone(read.instant, dates.timeZone));
    addNote(notes, 'changed', `Date "${date}": it was read as ${day}`);
  }
}

/** The fields of an item, long texts cut. */
function fieldsOf(item: ImportItem, taken: (address: string) => string | null, notes: ImportNote[]) {
  const entries = Object.entries(item.fields).map(([key, value]) => {
    const name = fieldNames.find((one) => one === key);
    if (name === undefined) return [key, value];
    const { type } = postFields[name];
    if (Array.isArray(value) && type === 'lines')
      return [name, value.map((line) => shortened(name, oneLine(String(line)), notes))];
    if (typeof value !== 'string') return [key, value];
    if (type === 'image') return [name, taken(value)];
    if (type === 'line') return [name, shortened(name, oneLine(value), notes)];
    return [name, type === 'text' ? shortened(name, value.trim(), notes) : value];
  });
  return Object.fromEntries(entries);
}

function shortened(name: FieldName, text: string, notes: ImportNote[]): string {
  const { max = 200, label }: { max?: number; label: string } = postFields[name];
  const short = cut(text, max);
  if (short === text) return text;
  addNote(notes, 'changed', `${label}: cut at ${max} characters`);
  return short;
}

/** Fields that mean something only as a whole: the language, and an original on another site. */
function addressFields({ fields }: ImportItem, site: string) {
  const canonical = parseUrl(fields.canonicalUrl ?? '');
  const isElsewhere =
    canonical !== null && /^https?:$/.test(canonical.protocol) && canonical.host !== parseUrl(site)?.host;
  return {
    canonicalUrl: isElsewhere ? canonical.href : null,
    language: canonicalLanguage(fields.language || 'x') ?? null,
  };
}

function instantOf(date = ''): Date | undefined {
  return readDate(date, { timeZone: 'UTC', isDayFirst: false })?.instant;
}

function earlierFacts({ own }: ImportItem, { postId: id }: PlannedItem): PreparedItem['earlier'] {
  const firstPublishedAt = instantOf(own?.firstPublishedAt);
  const updatedAt = instantOf(own?.updatedAt);
  return {
    place: { ...(id !== null && { id }), ...(own?.position && { position: own.position }) },
    ...(firstPublishedAt && { firstPublishedAt }),
    ...(updatedAt && { updatedAt }),
  };
}

const essential: ReadonlySet<string> = new Set(['title', 'slug', 'published', 'publishedAt', 'kind']);

/** A text that cannot be published becomes a draft; one that cannot be stored is left out, with the reason. */
function checkWhole(sent: PostState, row: ImportRow, now: Date): Pick<PreparedItem, 'state' | 'row'> {
  let checked = check(sent);
  const refused = fieldNames.filter((name) => name in checked.errors && !essential.has(name));
  if (refused.length > 0) {
    for (const name of refused)
      addNote(row.notes, 'left out', `${postFields[name].label}: ${checked.errors[name]}`);
    const empty = emptyState(sent.kind);
    checked = check({ ...sent, ...Object.fromEntries(refused.map((name) => [name, empty[name]])) });
  }
  const { problem } = checked;
  if (problem !== null && sent.published) {
    const draft = check({ ...sent, published: false });
    if (draft.problem === null) {
      row.reason = `It becomes a draft: ${problem}`;
      checked = draft;
    }
  }
  const { state } = checked;
  if (checked.problem !== null)
    return { state, row: { ...row, outcome: 'failed', newAddress: '', reason: problem ?? '' } };
  const isScheduled = state.publishedAt !== null && state.publishedAt > now;
  return {
    state,
    row: { ...row, state: !state.published ? 'draft' : isScheduled ? 'scheduled' : 'published' },
  };
}

type Checked = { state: CheckedPost; problem: string | null; errors: FieldErrors };

function check(sent: PostState): Checked {
  let state: CheckedPost | null = null;
  try {
    state = checkPost(sent);
    assertComplete(state, false);
    return { state, problem: null, errors: {} };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { state: emptyState(sent.kind), problem: error.message, errors: state ? {} : error.fieldErrors };
  }
}

/** The row of an item of which nothing more is known. */
export function rowOf(
  item: Pick<ListedItem, 'place' | 'kind' | 'title' | 'addresses' | 'skipped'>,
  path: string | null,
): ImportRow {
  return {
    ...emptyRow(item.place, kinds[item.kind].noun, cut(oneLine(item.title), 300)),
    outcome: item.skipped === null ? 'taken' : 'left out',
    oldAddress: item.addresses[0] ?? '',
    newAddress: path ?? '',
    reason: item.skipped ?? '',
  };
}
