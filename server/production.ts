import { fileURLToPath } from 'node:url';

import { atMostEvery } from '#domain/core/at-most-every.ts';
import { runProduct, webOf } from './run.ts';

/** Runs the product with the built web. `vite.server.config.ts` makes a bundle of this module. */
export function runBuiltProduct(): Promise<void> {
  return runProduct({
    web: atMostEvery(Infinity, async () => webOf(await import('#web'))),
    clientDirectory: fileURLToPath(new URL('../build/client', import.meta.url)),
  });
}
