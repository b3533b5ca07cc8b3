import { formFieldNames, postFields, type FieldType, type FormFieldName } from '#domain/posts/post-fields.ts';
import { controlOf } from '#domain/posts/form-control.ts';
import type { PostKind } from '#domain/kinds.ts';
import type { PostSettings, PostState } from '#domain/posts/post.ts';
import { scheduledInstant } from '#domain/posts/publishing.ts';
import { formatLongDateTime, instantFromLocal, localFromInstant } from '#domain/fields/dates.ts';

type ControlOfType = { flag: boolean; kind: PostKind };
type FieldControls = {
  [Name in FormFieldName]: FieldType<Name> extends keyof ControlOfType
    ? ControlOfType[FieldType<Name>]
    : string;
};

/** The values of the form's controls beside the content. Days are `YYYY-MM-DD`, times `HH:MM`, '' is none. */
export type PostValues = FieldControls & {
  publishDay: string;
  publishTime: string;
  displayDay: string;
  tagIds: string[];
};

const emptyControls: Partial<Record<string, string | boolean>> = { flag: false, kind: 'post' };

export function newPostValues(authorId: string): PostValues {
  return {
    ...fieldControls((name) => emptyControls[postFields[name].type] ?? ''),
    authorId,
    publishDay: '',
    publishTime: '',
    displayDay: '',
    tagIds: [],
  };
}

export function postValues(post: PostSettings & { isUntitled?: boolean }, timeZone: string): PostValues {
  return {
    ...fieldControls((name) => controlOf(name, post)),
    ...(post.isUntitled === true ? { title: '', slug: ownSlug(post.slug) } : {}),
    ...publishFields(post.publishedAt, timeZone),
    displayDay: post.displayPublishedAt ?? '',
    tagIds: post.tagIds.toSorted(),
  };
}

/** A stored state of a post as its form holds it. */
export function formStateOf(post: PostState & { isUntitled?: boolean }, timeZone: string) {
  return { values: postValues(post, timeZone), content: post.content };
}

/** Of a draft without a title: none, unless the author chose it. */
function ownSlug(slug: string): string {
  return /^untitled(?:-\d+)?$/.test(slug) ? '' : slug;
}

function fieldControls(valueOf: (name: FormFieldName) => string | boolean): FieldControls {
  const entries = formFieldNames.map((name) => [name, valueOf(name)]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each field of the form
  return Object.fromEntries(entries) as FieldControls;
}

/** The publish date as the calendar and the clock of the form show it, in the site's zone. */
export function publishFields(
  publishedAt: Date | null,
  timeZone: string,
): Pick<PostValues, 'publishDay' | 'publishTime'> {
  if (publishedAt === null) return { publishDay: '', publishTime: '' };
  const { day, time } = localFromInstant(publishedAt, timeZone);
  return { publishDay: day, publishTime: time };
}

export type PublishValues = Pick<PostValues, 'published' | 'publishDay' | 'publishTime'>;

/** When the post of these values will be public; null for a draft and for a date that has come. */
export function scheduledInstantOf(values: PublishValues, timeZone: string, now: Date): Date | null {
  return scheduledInstant(
    { published: values.published, publishedAt: publishInstant(values, timeZone) },
    now,
  );
}

function publishInstant(
  { publishDay, publishTime }: Omit<PublishValues, 'published'>,
  timeZone: string,
): Date | null {
  const isWhole = publishDay !== '' && publishTime !== '';
  return isWhole ? instantFromLocal(publishDay, publishTime, timeZone) : null;
}

/**
 * What the form says about its publish date; null without one.
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
 * What the buttons of the form will do, and when visitors see it.
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
