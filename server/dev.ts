import { createServer as createVite } from 'vite';

import type { App } from './http/app.ts';
import { runProduct, webOf } from './run.ts';
import { answerArguments } from './start-arguments.ts';

if (process.argv.length > 2) {
  answerArguments();
  process.exit();
}

/**
 * The same process, with the web compiled on demand and reloaded after each change. No page is kept, because the code
 * changes under it, and the policy allows what the development tools put into a page.
 */
const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' });

await runProduct({
  web: async () => {
    const loaded = await vite.ssrLoadModule('/app/web.ts');
    return webOf(loaded);
  },
  clientDirectory: undefined,
  development: {
    app: {
      cacheablePages: [],
      contentSecurityPolicy: "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: ws:",
    },
    wrap: (app: App): App => ({
      ...app,
      listener: (request, response) =>
        vite.middlewares(request, response, () => app.listener(request, response)),
    }),
  },
});
