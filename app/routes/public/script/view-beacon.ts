import { campaignOf } from '#domain/analytics/campaign.ts';
import { publicPageOf } from '#domain/analytics/public-page.ts';

/**
 * Calls `act` when the page is really seen: not while it is only fetched or rendered ahead (it is hidden then), not before
 * it comes to the front, and again when it comes back out of the browser's memory.
 */
export function onPageVisible(act: () => void): void {
  let isAwaited = true;

  const look = () => {
    if (!isAwaited || document.visibilityState !== 'visible') return;
    isAwaited = false;
    act();
  };

  for (const change of ['visibilitychange', 'prerenderingchange']) document.addEventListener(change, look);
  addEventListener('pageshow', (event) => {
    isAwaited ||= event.persisted;
    look();
  });
  look();
}

/** Tells the server that this page is seen, where it is one that is counted. @param postId of the post that it shows. */
export function countView(postId: string | undefined): void {
  const agent = { user_agent_param: navigator.userAgent };
  const page = publicPageOf(location.pathname);
  if (postId !== undefined) {
    call('increment_post_view', {
      ...agent,
      post_id_param: postId,
      ip_address_param: null,
      referrer_param: document.referrer,
      campaign_param: campaignOf(new URLSearchParams(location.search)),
    });
  } else if (page !== null) call('increment_page_view', { ...agent, page_param: page });
}

function call(procedure: string, parameters: Record<string, string | null>): void {
  void fetch(`/rpc/${procedure}`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(parameters),
  }).catch(() => {});
}
