import { findImageByKey } from '#db/queries/images.ts';
import { findNamesOf, findPostForPreview, type PreviewRow } from '#db/queries/posts.ts';
import { findPendingChanges } from '#db/queries/pending-changes.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { imageKeyOf } from '#domain/images/image.ts';
import { dayInZone, formatLongDate } from '#domain/text/dates.ts';
import { isId } from '#domain/text/fields.ts';
import { countWords, visibleText } from '#domain/text/html.ts';
import { columnsOf } from './post-fields.ts';
import { readSettings } from './post-settings.ts';
import type { PublicPost, TermName } from './post.ts';
import { bylineOf, displayedDay, presentPost, readMinutes } from './presenting.ts';

export type PostPreview = {
  id: string;
  title: string;
  excerpt: string | null;
  featuredImage: string | null;
  published: boolean;
  scheduled: boolean;
  /** It shows a working draft: changes that are not live yet. */
  isAhead: boolean;
  author: string;
  /** Long US English date. */
  date: string;
  category: string | null;
  tags: TermName[];
  /** The body as plain text with line breaks; '' when there is none. */
  text: string;
  /** Long US English date of the last change. */
  lastUpdated: string;
};

type Reader = Pick<DomainContext, 'db' | 'timeZone'>;

const notFoundMessage = 'The requested post could not be found.';

/** A post as its preview shows it, published or not, with the changes that wait to go live. @throws not-found. */
export async function getPostPreview(ctx: DomainContext, id: string): Promise<PostPreview> {
  requireActor(ctx);
  const found = await findNewest(ctx, id);
  if (!found) throw notFound(notFoundMessage);
  const { row, isAhead } = found;
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    featuredImage: row.featured_image,
    published: row.published,
    scheduled: row.scheduled,
    isAhead,
    author: bylineOf({ display_name: row.author_display_name, username: row.author_username }),
    date: formatLongDate(displayedDay(row, ctx.timeZone)),
    category: row.category_name,
    tags: row.tags,
    text: visibleText(row.content),
    lastUpdated: formatLongDate(dayInZone(row.updated_at, ctx.timeZone)),
  };
}

/** The same as a visitor would see it. @throws not-found. */
export async function getPostAsVisitor(ctx: DomainContext, id: string): Promise<PublicPost> {
  requireActor(ctx);
  const found = await findNewestAsVisitor(ctx, id);
  if (!found) throw notFound(notFoundMessage);
  return found.post;
}

/**
 * The newest text of a post, for who has been let in by other means than being an administrator: the caller has checked.
 * `published` and `scheduled` are the post's own, `isAhead` says that it shows changes that are not published.
 */
export async function findNewestAsVisitor(
  ctx: Reader,
  id: string,
): Promise<{ post: PublicPost; published: boolean; scheduled: boolean; isAhead: boolean } | null> {
  const found = await findNewest(ctx, id);
  if (!found) return null;
  const { row, isAhead } = found;
  const { published, scheduled } = row;
  return { post: presentPost(row, ctx.timeZone), published, scheduled, isAhead };
}

/** The post, or what its working draft makes of it. */
async function findNewest(ctx: Reader, id: string): Promise<{ row: PreviewRow; isAhead: boolean } | null> {
  const row = isId(id) ? await findPostForPreview(ctx.db, id) : undefined;
  if (!row) return null;
  const draft = await findPendingChanges(ctx.db, id);
  if (!draft) return { row, isAhead: false };
  const settings = readSettings(draft.settings);
  const changed: PreviewRow = {
    ...row,
    ...(await findNamesOf(ctx.db, settings)),
    ...columnsOf(settings),
    published: row.published,
    featured_image_facts:
      settings.featuredImage === row.featured_image
        ? row.featured_image_facts
        : await findImageOf(ctx, settings.featuredImage),
    content: draft.content,
    read_minutes: readMinutes(countWords(visibleText(draft.content))),
    updated_at: draft.saved_at,
  };
  return { row: changed, isAhead: true };
}

/** What is known of an image that the post itself does not show yet. */
async function findImageOf({ db }: Reader, address: string | null) {
  const key = address === null ? null : imageKeyOf(address);
  return key === null ? null : ((await findImageByKey(db, key)) ?? null);
}
