/** Headers of every email to a subscriber, so that mail programs can show an unsubscribe button (RFC 8058). */
export function unsubscribeHeaders(origin: string, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribeAddress(origin, token)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Takes a POST from any site, which mailboxes send: its token is all that it goes by. */
export const unsubscribePath = '/newsletter/unsubscribe';

/** The page that ends a subscription, after a press. */
export function unsubscribeAddress(origin: string, token: string): string {
  return `${origin}${unsubscribePath}?token=${token}`;
}
