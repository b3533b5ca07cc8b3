import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded/start.ts';
import { oneRow } from '#db/queries/outcome.ts';
import { useFolder } from '#tests/folder.ts';
import { findFreePort } from '#tests/free-port.ts';
import { runProcess } from '#tests/process.ts';
import { needs } from '#tests/programs.ts';
import { openConfiguredDatabase } from './database.ts';

const openssl = needs('openssl');
const folder = useFolder();
const at = (name: string) => join(folder, name);

describe.skipIf(openssl.isMissing)(`a database that takes encrypted connections only${openssl.note}`, () => {
  let server: EmbeddedPostgres;
  let address: string;
  /** Warnings of this process: the driver gives each once. */
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);

  beforeAll(async () => {
    process.on('warning', note);
    makeCertificate('authority', '/CN=A private authority', []);
    makeCertificate('server', '/CN=database', [
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-addext',
      'basicConstraints=critical,CA:FALSE',
      '-CA',
      at('authority.pem'),
      '-CAkey',
      at('authority.key'),
    ]);
    await writeFile(at('pg_hba.conf'), 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n');
    const port = String(await findFreePort('127.0.0.1'));
    server = await startEmbeddedPostgres({
      dataDir: at('data'),
      announce: () => {},
      settings: {
        listen_addresses: '127.0.0.1',
        port,
        hba_file: at('pg_hba.conf'),
        ssl: 'on',
        ssl_cert_file: at('server.pem'),
        ssl_key_file: at('server.key'),
      },
    });
    const { user, database } = server.connection;
    address = `postgres://${user}@127.0.0.1:${port}/${database}`;
  });
  afterAll(() => {
    process.off('warning', note);
    return server?.stop();
  });

  test('is not entered without encryption, and the message says how to encrypt', async () => {
    await expect(open(address)).rejects.toThrow(
      /^The database of DATABASE_URL does not let this user in .* add sslmode=verify-full to DATABASE_URL\. Details: .*no encryption \(28000\)$/,
    );
  });

  test.each(['require', 'verify-full'])(
    'with sslmode=%s is not trusted without its authority, and the message says how to name it',
    async (mode) => {
      await expect(open(`${address}?sslmode=${mode}`)).rejects.toThrow(
        /^The certificate .* name the authority with sslrootcert=FILE in DATABASE_URL, or with NODE_EXTRA_CA_CERTS\. Details: /,
      );
    },
  );

  test.each(['require', 'verify-ca', 'verify-full'])(
    'is used with sslmode=%s and the authority of sslrootcert, without a warning of the driver',
    async (mode) => {
      const { db } = await open(`${address}?sslmode=${mode}&sslrootcert=${at('authority.pem')}`);
      const read = oneRow(db)`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      expect(await read).toEqual({ ssl: true });
      expect(warnings).toEqual([]);
    },
  );

  test('is used with the authority of NODE_EXTRA_CA_CERTS', async () => {
    const { output } = await runProcess(['scripts/doctor.ts'], {
      DATABASE_URL: `${address}?sslmode=verify-full`,
      DATA_DIR: at('product'),
      NODE_EXTRA_CA_CERTS: at('authority.pem'),
    });
    expect(output).toMatch(/^ok +database: PostgreSQL \d+/m);
  });
});

/** Writes `name.pem` and `name.key`. */
function makeCertificate(name: string, subject: string, options: readonly string[]): void {
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ');
  const files = ['-out', at(`${name}.pem`), '-keyout', at(`${name}.key`)];
  execFileSync('openssl', ['req', '-x509', ...key, '-subj', subject, ...options, ...files], {
    stdio: 'ignore',
  });
}

/** Opens a database as the product does. */
async function open(databaseUrl: string) {
  const config = {
    databaseUrl,
    dataDir: at('product'),
    fixedWords: {},
    storage: { kind: 'disk' } as const,
  };
  const database = await openConfiguredDatabase(config, { announce: () => {} });
  onTestFinished(() => database.stop());
  return database.client;
}
