import { createLog } from '#adapters/log.ts';
import type { Web } from '#app/web.ts';
import type { Database } from '#db/client.ts';
import type { PublishedWords } from '#domain/site/published-words.ts';
import { createDependencies, partsOfEachRequest } from '#server/dependencies.ts';
import type { Render } from '#server/responses/framework.ts';
import { contextOn } from '#tests/factories.ts';

export type WebUnderTest = Awaited<ReturnType<typeof createWebUnderTest>>;

/** The built pages on a database, without a socket, email, rate limits or other processes. */
export async function createWebUnderTest(
  db: Database,
  words: PublishedWords,
  origin = 'https://firm.example',
) {
  const domain = contextOn(db, { clientAddress: null, requestId: null, now: () => new Date(), origin });
  const parts = createDependencies(() => domain, {
    config: { rateLimits: false, singleSignOn: null },
    aliases: [],
    log: createLog({ level: 'silent' }),
    words,
    readLogo: async () => null,
  });
  const web = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Web;
  const render: Render = (request, info) =>
    web.answer(request, {
      ...partsOfEachRequest(parts),
      ...info,
      site: { origin, contactEmail: null, fixedWords: {} },
      operatorNotices: () => ({ warnings: [], facts: [], clock: null, email: null }),
      reportError: (error) => {
        throw error;
      },
    });
  return {
    parts,
    /** Answers a request as the framework does, without the server before it. An error that is reported is thrown. */
    render,
    /** The same for GET of a path of `origin`. */
    get: (path: string, headers: Record<string, string> = {}) =>
      render(new Request(new URL(path, origin), { headers }), {
        requestId: 'test',
        clientAddress: '192.0.2.1',
        nonce: 'bm9uY2Utb2YtdGhpcy10ZXN0',
      }),
  };
}
