import { Resolver } from 'node:dns/promises';

import { errorCode } from '#domain/core/errors.ts';

const timeoutMilliseconds = 2_000;

export type DnsLookup = ReturnType<typeof createDnsLookup>;

/**
 * Answers of the DNS: empty when there are none. Every call throws when there is no answer in time.
 * @param server to ask, as an address and perhaps a port; those of the system without it
 */
export function createDnsLookup(server?: string) {
  const ask = <Answer>(work: (resolver: Resolver) => Promise<Answer[]>) => answerOf(work, server);
  return {
    texts: (name: string) =>
      ask(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    /** IPv4 and IPv6. */
    addresses: async (name: string) => [
      ...(await ask((resolver) => resolver.resolve4(name))),
      ...(await ask((resolver) => resolver.resolve6(name))),
    ],
  };
}

async function answerOf<Answer>(
  work: (resolver: Resolver) => Promise<Answer[]>,
  server: string | undefined,
): Promise<Answer[]> {
  const resolver = new Resolver({ timeout: timeoutMilliseconds, tries: 1 });
  if (server !== undefined) resolver.setServers([server]);
  const timer = setTimeout(() => resolver.cancel(), timeoutMilliseconds);
  try {
    return await work(resolver);
  } catch (error) {
    if (['ENODATA', 'ENOTFOUND'].includes(errorCode(error))) return [];
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
