import { campaignOf } from '#domain/analytics/campaign.ts';

/** The referrer host and campaign of the visit in this tab and the id of the last post; '' if unknown. */
type Visit = { host: string; campaign: string; post: string };

const key = 'visit';

/** The visit, including this page. */
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

/** Stores the visit in this tab until it is closed. It is sent to the server only with a message. */
export function rememberVisit(post: string | undefined): void {
  const visit = currentVisit();
  try {
    sessionStorage.setItem(key, JSON.stringify(post === undefined ? visit : { ...visit, post }));
  } catch {
    // Storage is full or blocked.
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
