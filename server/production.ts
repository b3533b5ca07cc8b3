import { fileURLToPath } from 'node:url';

import type { Web } from '#app/web.ts';
import { runProduct } from './run.ts';

/** Runs the product with the built web. `vite.server.config.ts` makes a bundle of this module. */
export function runBuiltProduct(): Promise<void> {
  const web = loadBuiltWeb();
  // The start reports it.
  web.catch(() => {});
  return runProduct({
    web: () => web,
    clientDirectory: fileURLToPath(new URL('../build/client', import.meta.url)),
  });
}

async function loadBuiltWeb(): Promise<Web> {
  const loaded: unknown = await import('#web');
  if (!isWeb(loaded))
    throw new Error('build/server is not a build of this release. Run npm start to build it again.');
  return loaded;
}

function isWeb(loaded: unknown): loaded is Web {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'answer' in loaded &&
    typeof loaded.answer === 'function' &&
    'routePatterns' in loaded
  );
}
