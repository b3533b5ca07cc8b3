import { fileURLToPath } from 'node:url';

import { runProduct, webOf } from './run.ts';

/** Runs the product with the built web. `vite.server.config.ts` makes a bundle of this module. */
export function runBuiltProduct(): Promise<void> {
  const web = import('#web').then(webOf);
  // The start reports it.
  web.catch(() => {});
  return runProduct({
    web: () => web,
    clientDirectory: fileURLToPath(new URL('../build/client', import.meta.url)),
  });
}
