import { fileURLToPath } from 'node:url';

import type { Web } from '#app/web.ts';
import { runProduct, webOf } from './run.ts';

/** Runs the product with the built web. `vite.server.config.ts` makes a bundle of this module. */
export function runBuiltProduct(): Promise<void> {
  let web: Promise<Web> | undefined;
  return runProduct({
    web: () => (web ??= import('#web').then(webOf)),
    clientDirectory: fileURLToPath(new URL('../build/client', import.meta.url)),
  });
}
