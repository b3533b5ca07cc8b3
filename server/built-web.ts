import { fileURLToPath } from 'node:url';

import type { Web } from '#app/web.ts';

/** The built files for browsers. */
export const clientDirectory = fileURLToPath(new URL('../build/client', import.meta.url));

/** Loads the built web. @throws when the build is not of this release */
export async function builtWeb(): Promise<Web> {
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
