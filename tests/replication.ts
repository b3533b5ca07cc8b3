import { readdirSync, readlinkSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { startEmbeddedPostgres, type EmbeddedConnection, type EmbeddedPostgres } from '#db/embedded/start.ts';
import { withFilesToCopy } from '#db/write-ahead-log.ts';

export type ReplicatedDatabase = {
  /** Two PostgreSQL servers; each commit waits until the second one has it. */
  primary: EmbeddedConnection;
  standby: EmbeddedConnection;
  /** Ends a server and all its processes as the loss of its machine would. */
  lose: (which: 'primary' | 'standby') => Promise<void>;
  /** Starts the lost standby again. */
  findStandby: () => Promise<void>;
  promote: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a primary with a synchronous streaming standby, a copy of its files. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const root = await mkdtemp(join(tmpdir(), 'af-rep-'));
  const folders = { primary: join(root, 'p'), standby: join(root, 's') };
  const servers: Partial<Record<'primary' | 'standby', EmbeddedPostgres>> = {};
  const start = async (which: 'primary' | 'standby') => {
    const server = await startEmbeddedPostgres({ dataDir: folders[which], announce: () => {} });
    servers[which] = server;
    return server;
  };
  const { connection: primary } = await start('primary');
  const pool = new pg.Pool({ ...primary, max: 2 });
  const target = join(folders.standby, 'postgres');
  await mkdir(target, { recursive: true, mode: 0o700 });
  const { label } = await withFilesToCopy(pool, () =>
    cp(join(folders.primary, 'postgres'), target, {
      recursive: true,
      filter: (path) => !/postmaster\.(?:pid|opts)$/.test(path),
    }),
  );
  await writeFile(join(target, 'backup_label'), label);
  await writeFile(join(target, 'standby.signal'), '');
  await writeFile(
    join(target, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${primary.host} port=${primary.port} user=${primary.user} application_name=second'\n`,
  );
  const { connection: standby } = await start('standby');
  await pool.query("alter system set synchronous_standby_names = 'second'");
  await pool.query('select pg_reload_conf()');
  await pool.end();

  const lose = async (which: 'primary' | 'standby') => {
    const folder = join(folders[which], 'postgres');
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (folderOf(pid) === folder) process.kill(Number(pid), 'SIGKILL');
    }
    await servers[which]?.exited;
    delete servers[which];
  };
  return {
    primary,
    standby,
    lose,
    findStandby: async () => void (await start('standby')),
    promote: async () => {
      const client = new pg.Client(standby);
      await client.connect();
      await client.query('select pg_promote()');
      await client.end();
    },
    stop: async () => {
      for (const server of Object.values(servers)) await server.stop(2_000);
      await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function folderOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
