/**
 * The value of a toast that is shown after a redirect. A cookie carries it, because a redirect may be a page load or a
 * navigation of the running page. Its path is the whole site: a screen and its data (`/admin` and `/admin.data`) have
 * no other path in common. The screen that is shown deletes it, so that no loader in between can delete or skip it.
 */
const cookieName = 'anyforge_toast';

/** Seconds. Short, because a redirect is followed at once. */
const lifetime = 60;

/** The cookie, as a `Set-Cookie` value or for `document.cookie`. @param value A to Z, digits, hyphens and dots */
export function toastCookie(value: string): string {
  return `${cookieName}=${value}; Path=/; Max-Age=${lifetime}; SameSite=Lax`;
}

/** The value in a list of cookies (`name=value; name=value`); null without one. */
export function toastValue(cookies: string): string | null {
  const value = cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);
  return value === undefined || value === '' ? null : value;
}

/** In the browser: reads the waiting value and deletes its cookie. */
export function takeToastValue(): string | null {
  const value = toastValue(document.cookie);
  if (value !== null) document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax`;
  return value;
}
