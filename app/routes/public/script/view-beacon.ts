/**
 * Tells the server that a post is really seen: not while the page is only fetched or rendered ahead, not before it
 * comes to the front, and again when it comes back out of the browser's memory.
 */
export function tellOfView(postId: string): void {
  let isAwaited = false;

  const tell = () => {
    const campaign = new URLSearchParams(location.search);
    void fetch('/rpc/increment_post_view', {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        post_id_param: postId,
        ip_address_param: null,
        user_agent_param: navigator.userAgent,
        referrer_param: document.referrer,
        campaign_param: campaign.get('utm_campaign') ?? campaign.get('utm_source'),
      }),
    }).catch(() => {});
  };
  const tellWhenSeen = () => {
    isAwaited = document.visibilityState !== 'visible';
    if (!isAwaited) tell();
  };

  document.addEventListener('visibilitychange', () => {
    if (isAwaited) tellWhenSeen();
  });
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', tellWhenSeen, { once: true });
  } else {
    tellWhenSeen();
  }
  addEventListener('pageshow', (event) => {
    if (event.persisted) tellWhenSeen();
  });
}
