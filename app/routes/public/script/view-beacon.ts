/**
 * Tells the server that a post is really seen: not while the page is only fetched or rendered ahead (it is hidden then),
 * not before it comes to the front, and again when it comes back out of the browser's memory.
 */
export function tellOfView(postId: string): void {
  let isAwaited = true;

  const look = () => {
    if (!isAwaited || document.visibilityState !== 'visible') return;
    isAwaited = false;
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

  for (const change of ['visibilitychange', 'prerenderingchange']) document.addEventListener(change, look);
  addEventListener('pageshow', (event) => {
    isAwaited ||= event.persisted;
    look();
  });
  look();
}
