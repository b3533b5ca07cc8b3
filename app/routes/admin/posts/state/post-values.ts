import { writtenResults } from '#domain/posts/case-results.ts';
import {
  fieldNames,
  postFields,
  type FieldName,
  type FieldType,
  type PostSettings,
  type PostState,
} from '#domain/posts/post-fields.ts';
import type { PostKind } from '#domain/core/kinds.ts';
import { scheduledInstant } from '#domain/posts/publishing.ts';
import { formatLongDateTime, instantFromLocal, localFromInstant } from '#domain/fields/dates.ts';

type ControlOfType = { flag: boolean; kind: PostKind };
type FieldControls = {
  [Name in FieldName]: FieldType<Name> extends keyof ControlOfType ? ControlOfType[FieldType<Name>] : string;
};

/**
 * The values of the form's controls beside the content. Days are `YYYY-MM-DD`, instants `YYYY-MM-DDTHH:MM` in the site's
 * zone, '' is none. `app/http/post-form.ts` reads what is sent of them.
 */
export type PostValues = FieldControls & { tagIds: string[] };

const emptyControls: Partial<Record<string, string | boolean>> = { flag: false, kind: 'post' };

export function newPostValues(authorId: string): PostValues {
  return {
    ...fieldControls((name) => emptyControls[postFields[name].type] ?? ''),
    authorId,
    tagIds: [],
  };
}

export function postValues(post: PostSettings, timeZone: string): PostValues {
  return { ...fieldControls((name) => controlOf(name, post, timeZone)), tagIds: post.tagIds.toSorted() };
}

/** A stored state of a post as its form holds it. */
export function formStateOf(post: PostState, timeZone: string) {
  return { values: postValues(post, timeZone), content: post.content };
}

/** A value as its control has it: of several lines a text, of results their JSON. */
function controlOf(name: FieldName, post: PostSettings, timeZone: string): string | boolean {
  if (name === 'results') return writtenResults(post.results);
  const value = post[name];
  if (value instanceof Date) return localText(value, timeZone);
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'number' ? String(value) : (value ?? '');
}

function fieldControls(valueOf: (name: FieldName) => string | boolean): FieldControls {
  const entries = fieldNames.map((name) => [name, valueOf(name)]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field
  return Object.fromEntries(entries) as FieldControls;
}

/** An instant as the calendar and the clock of the form show it, in the site's zone. */
export function localText(instant: Date | null, timeZone: string): string {
  if (instant === null) return '';
  const { day, time } = localFromInstant(instant, timeZone);
  return `${day}T${time}`;
}

export type PublishValues = Pick<PostValues, 'published' | 'publishedAt'>;

/** When the post of these values will be public; null for a draft and for a date that has come. */
export function scheduledInstantOf(values: PublishValues, timeZone: string, now: Date): Date | null {
  return scheduledInstant(
    { published: values.published, publishedAt: publishInstant(values, timeZone) },
    now,
  );
}

function publishInstant({ publishedAt }: PublishValues, timeZone: string): Date | null {
  const [day = '', time = ''] = publishedAt.split('T');
  return day !== '' && time !== '' ? instantFromLocal(day, time, timeZone) : null;
}

/**
 * The line of the form about its publish date; null without one.
 * @param isPublished whether the post is stored as published: its date, once it has come, is no plan
 */
export function publishDateLine(
  values: PublishValues,
  isPublished: boolean,
  timeZone: string,
  now: Date,
): string | null {
  const instant = publishInstant(values, timeZone);
  if (instant === null) return null;
  const label = isPublished && instant <= now ? 'Published' : 'Will be published';
  return `${label}: ${formatLongDateTime(instant, timeZone)}`;
}

/**
 * The line about the effect of the form's buttons, and when visitors see it.
 * @param isPublished whether the post is stored as published
 */
export function outcomeLine(
  values: PublishValues,
  { mode, isPublished }: { mode: 'new' | 'edit'; isPublished: boolean },
  timeZone: string,
  now: Date,
): string {
  const instant = publishInstant(values, timeZone);
  const isAhead = instant !== null && instant > now;
  const when = isAhead ? `on ${formatLongDateTime(instant, timeZone)} (${timeZone})` : 'at once';
  if (!isPublished) {
    const press = mode === 'edit' && values.published ? 'Save Changes' : 'Publish';
    return `Draft. ${press} makes it public ${when}.`;
  }
  if (!values.published) return 'Save Changes takes it off the site.';
  return isAhead ? `It will be public ${when}.` : 'Public. Save Changes shows visitors your changes at once.';
}

export function postFormData(
  values: PostValues,
  content: string,
  more: Record<string, string | number>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...values, content, ...more })) {
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, String(item));
  }
  return form;
}

/**
 * The slug after a change of the title: it follows as long as it is the title's own (or empty) and the post was never
 * published; a slug that the author wrote stays.
 */
export function followedSlug(
  slug: string,
  title: { before: string; after: string },
  slugify: (text: string) => string,
): string {
  const own = slugify(title.before);
  const isOwn =
    slug === '' || (own !== '' && slug.startsWith(own) && /^(?:-\d+)?$/.test(slug.slice(own.length)));
  return isOwn ? slugify(title.after) : slug;
}
