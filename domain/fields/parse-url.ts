/** As `URL.parse`, which browsers have later than those of `browserslist` in package.json. */
export function parseUrl(address: string, base?: string | URL): URL | null {
  return URL.canParse(address, base) ? new URL(address, base) : null;
}
