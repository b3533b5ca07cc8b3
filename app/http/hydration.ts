/**
 * Whether a page ships the framework to the browser. Public pages do not: they are complete HTML, can be cached for
 * all visitors, and work without JavaScript. A route asks for it with `export const handle = hydrated`.
 */
export const hydrated = { hydrated: true } as const;

export function isHydrated(matches: readonly { handle: unknown }[]): boolean {
  return matches.some(({ handle }) => typeof handle === 'object' && handle !== null && 'hydrated' in handle);
}
