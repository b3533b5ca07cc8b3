import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { DatabaseUnavailable, noAnswer } from './database-error.ts';
import { readOnlyCondition } from './read-only.ts';

/** Milliseconds for the check of one host. */
const timeoutMilliseconds = 1_100;

/**
 * One URL for each host of a URL as libpq reads it: `postgres://user@a:5432,b/site?target_session_attrs=read-write`. The
 * attribute is left out: with several hosts the product always uses the one that takes writes. Pure.
 * @returns null when the attribute asks for another kind of host
 */
export function splitHosts(url: string): string[] | null {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? [];
  const query = /[?&]target_session_attrs=([^&#]*)/.exec(rest);
  if (query !== null && !['read-write', 'primary'].includes(query[1] ?? '')) return null;
  const plain = rest.replace(/([?&])target_session_attrs=[^&#]*(&|$)/, (_, before: string, after: string) =>
    after === '&' ? before : '',
  );
  return hosts.split(',').map((host) => `${start}${host}${plain}`);
}

export type HostSelection = {
  /** A client that connects to the host selected last. */
  Client: typeof pg.Client;
  /** For the pool: refuses a new connection to a server that takes no writes. */
  verify: (client: pg.PoolClient, done: (error?: Error) => void) => Promise<void>;
};

/**
 * Selects among several hosts the first that takes writes, again whenever a connection ends: after a failover new
 * connections go to the promoted server. As long as none takes writes, the selection stays.
 */
export function createHostSelection(urls: readonly string[]): HostSelection {
  let selected = urls[0];
  let selecting: Promise<void> | null = null;

  async function select(): Promise<void> {
    const takesWrites = await Promise.all(urls.map(canWrite));
    const first = takesWrites.indexOf(true);
    if (first !== -1) selected = urls[first];
  }

  class SelectedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(typeof config === 'object' ? config : {}), connectionString: selected });
      this.once('end', () => (selecting ??= select().finally(() => (selecting = null))));
    }
  }

  return {
    Client: SelectedClient,
    verify: async (client, done) => {
      done(await refuseReadOnly(client));
    },
  };
}

/** The pool has no limit for this. @returns why the connection cannot be used */
async function refuseReadOnly(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    const late = sleep(timeoutMilliseconds, 'late' as const, { ref: false });
    const readOnly = await Promise.race([isReadOnly(client), late]);
    if (readOnly === 'late') return new DatabaseUnavailable('away', noAnswer);
    return readOnly ? new Error('Connection terminated: this host takes no writes') : undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function canWrite(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMilliseconds,
    query_timeout: timeoutMilliseconds,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return !(await isReadOnly(client));
  } catch {
    return false;
  } finally {
    void client.end().catch(() => {});
  }
}

async function isReadOnly(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(`select ${readOnlyCondition} as "isReadOnly"`);
  return rows[0]?.isReadOnly === true;
}
