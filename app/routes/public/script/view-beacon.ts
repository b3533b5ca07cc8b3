import { campaignOf } from '#domain/analytics/campaign.ts';

/**
 * Calls `act` when the page becomes visible: not while it is prefetched, prerendered or in a background tab, and again
 * when it is restored from the back/forward cache.
 */
export function onPageVisible(act: () => void): void {
  let isPending = true;

  const check = () => {
    if (!isPending || document.visibilityState !== 'visible') return;
    isPending = false;
    act();
  };

  for (const change of ['visibilitychange', 'prerenderingchange']) document.addEventListener(change, check);
  addEventListener('pageshow', (event) => {
    isPending ||= event.persisted;
    check();
  });
  check();
}

/** Reports a view of this page if views of it are counted. Those of some posts are counted as of pages. @param postId of the post that it shows */
export function countView(postId: string | undefined): void {
  const isPage = document.querySelector('[data-page]') !== null;
  if (!isPage && postId === undefined) return;
  const viewed = isPage
    ? { page_param: location.pathname }
    : {
        post_id_param: postId,
        ip_address_param: null,
        referrer_param: document.referrer,
        campaign_param: campaignOf(new URLSearchParams(location.search)),
      };
  void fetch(`/rpc/${isPage ? 'increment_page_view' : 'increment_post_view'}`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...viewed, user_agent_param: navigator.userAgent }),
  }).catch(() => {});
}
