import { fieldOf } from './field-of.ts';

/**
 * True if a page ships the framework to the browser. Public pages do not: they are complete HTML, can be cached for
 * all visitors, and work without JavaScript. A route asks for it with `export const handle = hydrated`, or for some of its
 * screens with `hydratedWhere`.
 */
export const hydrated = hydratedWhere(() => true);

/** @param applies asked with what the loader of the route returned */
export function hydratedWhere(applies: (loaderData: unknown) => boolean) {
  return { isHydrated: applies };
}

export function isHydrated(matches: readonly { handle: unknown; loaderData: unknown }[]): boolean {
  return matches.some(({ handle, loaderData }) => {
    const asks = fieldOf(handle, 'isHydrated');
    return typeof asks === 'function' && asks(loaderData) === true;
  });
}
