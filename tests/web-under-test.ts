import { createArchiveWriter } from '#adapters/zip-writer.ts';
import { createLog } from '#adapters/log.ts';
import { noEmail } from '#domain/email/mailer.ts';
import type { Web } from '#app/web.ts';
import type { Database } from '#db/client.ts';
import { noEmailCheck } from '#domain/email/delivery.ts';
import type { PublishedWords } from '#domain/site/published-words.ts';
import { createDependencies, requestDependencies, type Dependencies } from '#server/dependencies.ts';
import type { Render } from '#server/responses/framework.ts';
import { noNewsletter } from '#tests/factories.ts';

export type WebUnderTest = {
  parts: Dependencies;
  /** Answers a request as the framework does, without the server before it. An error that is reported is thrown. */
  render: Render;
  /** The same for GET of a path of `origin`. */
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
};

/** The built pages on a database, without a socket, email, rate limits or other processes. */
export async function createWebUnderTest(
  db: Database,
  words: PublishedWords,
  origin = 'https://firm.example',
): Promise<WebUnderTest> {
  const parts = createDependencies({
    config: {
      siteTimezone: 'UTC',
      signUp: true,
      emailConfirmation: false,
      rateLimits: false,
      singleSignOn: null,
    },
    mail: noEmail,
    newsletter: noNewsletter,
    deliversMessages: () => false,
    emailCheck: () => noEmailCheck,
    outboxFilled: () => {},
    diskSpace: async () => null,
    imports: { start: () => {}, remove: async () => {} },
    writeArchive: createArchiveWriter({ read: async () => null }),
    origin,
    aliases: [],
    secret: 'a-secret-of-this-test-that-is-long-enough-0123456789',
    db,
    log: createLog({ level: 'silent' }),
    contentChanged: () => {},
    imagesDropped: async () => {},
    words,
    readLogo: async () => null,
  });
  const web = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Web;
  const render: Render = (request, info) =>
    web.answer(
      request,
      requestDependencies(parts, {
        ...info,
        site: { origin, contactEmail: null, fixedWords: {} },
        operatorNotices: () => ({ warnings: [], facts: [] }),
        reportError: (error) => {
          throw error;
        },
      }),
    );
  return {
    parts,
    render,
    get: (path, headers = {}) =>
      render(new Request(new URL(path, origin), { headers }), {
        requestId: 'test',
        clientAddress: '192.0.2.1',
        nonce: 'bm9uY2Utb2YtdGhpcy10ZXN0',
      }),
  };
}
