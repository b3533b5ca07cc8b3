/** The page that ends the subscription of a token, after a press. */
export function unsubscribeAddress(origin: string, token: string): string {
  return `${origin}/newsletter/unsubscribe?token=${token}`;
}
