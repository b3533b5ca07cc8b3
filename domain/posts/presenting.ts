import { dayInZone, formatLongDate } from '#domain/fields/dates.ts';
import type { ImageFacts } from '#db/queries/post-images.ts';
import type { CaseStudyRow } from '#db/queries/case-studies.ts';
import type { PublicCardRow, PublicPostRow } from '#db/queries/public-posts.ts';
import { imageAddress, type Image } from '#domain/images/image.ts';
import { bylineOf } from '#domain/taxonomy/author.ts';
import { postDescription } from './post-description.ts';
import { ownFieldsOf } from './post-fields.ts';
import { readFacts } from './post-state.ts';

/** The day visitors see: the chosen display date, else the day of publishing, else of creation, in the site's zone. */
export function displayedDay(
  post: { display_published_at: string | null; published_at: Date | null; created_at: Date },
  timeZone: string,
): string {
  return post.display_published_at ?? dayInZone(post.published_at ?? post.created_at, timeZone);
}

export function categoryOf(row: { category_name: string | null; category_slug: string | null }) {
  const { category_name: name, category_slug: slug } = row;
  return name !== null && slug !== null ? { name, slug } : null;
}

export function presentCard(row: PublicCardRow, timeZone: string) {
  const day = displayedDay(row, timeZone);
  return {
    id: row.id,
    kind: row.kind,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    featuredImage: row.featured_image,
    /** The same image with its stored details. */
    image: row.featured_image === null ? null : presentImage(row.featured_image, row.featured_image_facts),
    category: categoryOf(row),
    /** The name of the public author, else that of the account. */
    author: bylineOf({ display_name: row.author_display_name, username: row.author_username }),
    authorSlug: row.author_slug,
    /** The date visitors see, long US English: "November 20, 2026". */
    date: formatLongDate(day),
    /** The same day as YYYY-MM-DD, for `<time datetime>`. */
    day,
    readMinutes: row.read_minutes,
  };
}

export function presentPost(row: PublicPostRow, timeZone: string) {
  const card = presentCard(row, timeZone);
  const publishedAt = row.published_at ?? row.created_at;
  const firstPublishedAt = row.first_published_at ?? publishedAt;
  return {
    ...card,
    /** Sanitized HTML; '' when there is none. */
    content: row.content,
    laidOut: row.laid_out,
    description: postDescription({ ...card, metaDescription: row.meta_description, content: row.content }),
    images: row.images.map((image) => presentImage(imageAddress(image), image)),
    tags: row.tags.map(({ name, slug }) => ({ name, slug })),
    publishedAt,
    firstPublishedAt,
    /**
     * The same date as `day` for machines: the instant of the first publishing if that is on this day, else only the day.
     * So metadata never contradicts the date that a visitor sees.
     */
    publishedOn:
      dayInZone(firstPublishedAt, timeZone) === card.day ? firstPublishedAt.toISOString() : card.day,
    updatedAt: row.updated_at,
    /** BCP 47 tag; null: that of the site. */
    language: row.language,
    metaDescription: row.meta_description,
    /** The words of a shared link, instead of title and featured image. */
    socialTitle: row.social_title,
    socialImage: row.social_image === null ? null : presentImage(row.social_image, row.social_image_facts),
    /** The address of the original, if that is another one. */
    canonicalUrl: row.canonical_url,
    noindex: row.noindex,
    authorFacts: row.author_facts && presentAuthorFacts(row.author_facts),
    /** Null for a kind without fields of its own. */
    facts: ownFieldsOf(row.kind).length === 0 ? null : presentFacts(row),
  };
}

function presentAuthorFacts({ role, bio, folder, image }: NonNullable<PublicPostRow['author_facts']>) {
  return {
    role,
    bio,
    portrait: folder === null || image === null ? '' : imageAddress({ folder, name: image }),
  };
}

function presentFacts({ facts, client_logo: logo, client_logo_facts }: CaseStudyRow | PublicPostRow) {
  return { ...readFacts(facts), clientLogo: logo === null ? null : presentImage(logo, client_logo_facts) };
}

export function presentCaseStudyCard(row: CaseStudyRow, timeZone: string) {
  return { ...presentCard(row, timeZone), ...presentFacts(row) };
}

/** An image with its stored details; without any for an address that is not that of a stored image. */
function presentImage(src: string, facts: ImageFacts | null): Image {
  return {
    src,
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    animated: facts?.animated ?? false,
    placeholder: /^[A-Za-z0-9+/=]+$/.exec(facts?.placeholder ?? '')?.[0] ?? null,
    alt: facts?.alt ?? null,
    caption: facts?.caption ?? null,
  };
}
