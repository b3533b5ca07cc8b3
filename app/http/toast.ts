/**
 * A message that survives one redirect. The cookie holds nothing but the message's key: whoever forges it can only
 * choose among our own sentences.
 */
const cookieName = 'anyforge_toast';

/** Seconds: a redirect is followed at once; what comes later would be news from yesterday. */
const lifetime = 60;

/** The `Set-Cookie` value that carries a message to the next screen under `path`. */
export function toastCookie(key: string, path: string): string {
  return `${cookieName}=${key}; Path=${path}; Max-Age=${lifetime}; HttpOnly; SameSite=Lax`;
}

/** The message's key that a request brings, if it is one of `keys`. */
export function toastKey<Key extends string>(request: Request, keys: readonly Key[]): Key | null {
  const wanted = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);
  return keys.find((key) => key === wanted) ?? null;
}

/** The `Set-Cookie` value for the answer that shows the message: it is shown once. */
export function clearedToastCookie(path: string): string {
  return `${cookieName}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`;
}
