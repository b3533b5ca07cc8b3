import { campaignOf } from '#domain/analytics/campaign.ts';

/** How the visit in this tab began, and the id of the post that was read last; '' for what is not known. */
export type Visit = { host: string; campaign: string; post: string };

const key = 'visit';

/** The visit so far, this page included. */
export function currentVisit(): Visit {
  const referrer = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
  const isOwn = referrer?.origin === location.origin;
  const { host, campaign, post } = storedVisit();
  return {
    host: host || (isOwn ? '' : (referrer?.host ?? '')),
    campaign:
      campaign ||
      campaignOf(new URLSearchParams(location.search)) ||
      (isOwn ? campaignOf(referrer.searchParams) : ''),
    post: post || '',
  };
}

/**
 * Keeps the visit for the next pages: in this tab until it is closed, nowhere longer. It leaves the browser with a message
 * only.
 * @param post id of the post that this page shows.
 */
export function rememberVisit(post: string | undefined): void {
  const visit = currentVisit();
  try {
    sessionStorage.setItem(key, JSON.stringify(post === undefined ? visit : { ...visit, post }));
  } catch {
    // Storage is full or not allowed here.
  }
}

function storedVisit(): Partial<Visit> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}
