/** True if a Cookie header holds one of these names. Values are not looked at: who may do what is decided elsewhere. */
export function hasCookie(cookieHeader: string | undefined, names: readonly string[]): boolean {
  if (cookieHeader === undefined) return false;
  return cookieHeader.split(';').some((pair) => names.includes(pair.split('=', 1)[0]?.trim() ?? ''));
}
