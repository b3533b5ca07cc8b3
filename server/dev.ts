import type { IncomingMessage, ServerResponse } from 'node:http';

import { createServer as createVite } from 'vite';

import type { Web } from '#app/web.ts';
import type { App } from './http/app.ts';
import type { handleEmailPreview } from './email/email-previews.ts';
import { runProduct } from './run.ts';

type Previews = { handleEmailPreview: typeof handleEmailPreview };

/**
 * The same process, with the web compiled on demand and reloaded after each change. No page is kept, because the code
 * changes under it, and the policy allows what the development tools put into a page.
 */
const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' });

await runProduct({
  web: async () => {
    const loaded = await vite.ssrLoadModule('/app/web.ts');
    if (!isWeb(loaded)) throw new Error('app/web.ts does not export answer.');
    return loaded;
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
        vite.middlewares(request, response, () => {
          if (request.url?.startsWith('/dev/mails')) void showMails(request, response);
          else app.listener(request, response);
        }),
    }),
  },
});

/** The previews of emails, which only this way of running the product has. */
async function showMails(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const loaded = await vite.ssrLoadModule('/server/email/email-previews.ts');
    if (!isPreviews(loaded))
      throw new Error('server/email/email-previews.ts does not export handleEmailPreview.');
    const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const answer = loaded.handleEmailPreview(pathname, origin);
    response.writeHead(answer?.status ?? 404, [...(answer?.headers ?? [])]).end(answer?.body);
  } catch (error) {
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error));
  }
}

function isPreviews(loaded: Record<string, unknown>): loaded is Previews {
  return typeof loaded['handleEmailPreview'] === 'function';
}

function isWeb(loaded: Record<string, unknown>): loaded is Web {
  return typeof loaded['answer'] === 'function' && Array.isArray(loaded['routePatterns']);
}
