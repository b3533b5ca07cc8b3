import { dayInZone, formatLongDate } from '#domain/text/dates.ts';
import type { PublicCardRow, PublicPostRow } from '#db/queries/public-posts.ts';
import type { PublicPost, PublicPostCard } from './post.ts';

/** "first last", else display name, else username, else "Unknown": the label of an author in a list of choices. */
export function authorLabel(profile: {
  first_name: string | null;
  last_name: string | null;
  display_name: string | null;
  username: string | null;
}): string {
  const full = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  return full || profile.display_name || profile.username || 'Unknown';
}

/** Display name, else username, else "Unknown": an author's name beside a post. */
export function bylineOf(profile: { display_name: string | null; username: string | null }): string {
  return profile.display_name ?? profile.username ?? 'Unknown';
}

/** The day visitors see: the chosen display date, else the day of publishing, else of creation, in the site's zone. */
export function displayedDay(
  post: { display_published_at: string | null; published_at: Date | null; created_at: Date },
  timeZone: string,
): string {
  return post.display_published_at ?? dayInZone(post.published_at ?? post.created_at, timeZone);
}

/** Visible words at 200 a minute, rounded up, never below one minute. */
export function readMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / 200));
}

export function presentCard(row: PublicCardRow, timeZone: string): PublicPostCard {
  const day = displayedDay(row, timeZone);
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    featuredImage: row.featured_image,
    category:
      row.category_name !== null && row.category_slug !== null
        ? { name: row.category_name, slug: row.category_slug }
        : null,
    author: bylineOf({ display_name: row.author_display_name, username: row.author_username }),
    date: formatLongDate(day),
    day,
    readMinutes: row.read_minutes,
  };
}

/** @param clean makes stored HTML safe to show: what the database holds is not trusted. */
export function presentPost(
  row: PublicPostRow,
  timeZone: string,
  clean: (html: string) => string,
): PublicPost {
  return {
    ...presentCard(row, timeZone),
    content: clean(row.content),
    tags: row.tags,
    publishedAt: row.published_at ?? row.created_at,
    updatedAt: row.updated_at,
  };
}
