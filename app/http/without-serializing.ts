import { data, type LoaderFunction } from 'react-router';

import { fieldOf } from './field-of.ts';

/**
 * A loader for a page without scripts. The router writes down all that it can list of what a loader returns, for scripts of
 * the page. What can be named and not listed costs nothing.
 */
export function withoutSerializing(loader: LoaderFunction): LoaderFunction {
  return async (args) => {
    const found: unknown = await loader(args);
    if (found instanceof Response) return found;
    const init = fieldOf(found, 'init');
    return init === undefined ? unlisted(found) : data(unlisted(fieldOf(found, 'data')), init ?? {});
  };
}

function unlisted(found: unknown): unknown {
  if (typeof found !== 'object' || found === null) return found;
  const properties = Object.entries(found).map(([name, value]) => [name, { value: value as unknown }]);
  return Object.defineProperties({}, Object.fromEntries(properties));
}
