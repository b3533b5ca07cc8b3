import { listUnannouncedPages, setAnnounced } from '#db/queries/announced-pages.ts';
import type { Core, Secrets, SiteOrigin } from '#domain/core/context.ts';
import { kindFolders, kinds } from '#domain/core/kinds.ts';

/** The protocol allows no more at once (https://www.indexnow.org/documentation). */
const atOnce = 10_000;

const folders = kindFolders.filter(({ kind }) => kinds[kind].isInSitemap);

/** The key by which search engines know that an announcement is the site's own: they find it at `/{key}.txt`. */
export function announcementKey(ctx: Secrets): string {
  return ctx.deriveKey('indexnow').toString('hex').slice(0, 32);
}

/** True while search engines have not been told of every change. */
export async function hasUnannouncedPages({ db }: Pick<Core, 'db'>): Promise<boolean> {
  return (await listUnannouncedPages(db, folders, 1)).length > 0;
}

/**
 * Tells search engines which pages of posts became public, were withdrawn or moved since the last time. What fails is
 * told again by the next call; what two instances tell at once is told twice.
 * @param tell rejects when the announcement was not taken
 * @returns how many pages were told
 */
export async function announcePages(
  ctx: Pick<Core, 'db'> & SiteOrigin & Secrets,
  tell: (announcement: {
    host: string;
    key: string;
    keyLocation: string;
    urlList: string[];
  }) => Promise<void>,
): Promise<number> {
  const pages = await listUnannouncedPages(ctx.db, folders, atOnce);
  if (pages.length === 0) return 0;
  const key = announcementKey(ctx);
  await tell({
    host: new URL(ctx.origin).host,
    key,
    keyLocation: `${ctx.origin}/${key}.txt`,
    urlList: pages.map(({ path }) => ctx.origin + path),
  });
  await setAnnounced(ctx.db, pages);
  return pages.length;
}
