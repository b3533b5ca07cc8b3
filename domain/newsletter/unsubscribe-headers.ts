/** Headers of every email to a subscriber, so that mail programs can show an unsubscribe button (RFC 8058). */
export function unsubscribeHeaders(origin: string, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${origin}/newsletter/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Where a subscriber chooses what to get, for the text of every email. */
export function preferencesAddress(origin: string, token: string): string {
  return `${origin}/newsletter/preferences?token=${token}`;
}
