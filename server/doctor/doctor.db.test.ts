import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { createDnsLookup } from '#adapters/dns-records.ts';
import { useDatabase } from '#tests/database.ts';
import { openDatabaseLine } from '#tests/database-line.ts';
import { urlOf } from '#tests/database-url.ts';
import { startDnsServer } from '#tests/dns-server.ts';
import { startMailServer } from '#tests/mail-server.ts';
import { runProcess } from '#tests/process.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { useFolder } from '#tests/folder.ts';
import { listen } from '#server/http/port.ts';

import { encryptFile } from '../backup/encryption.ts';
import { readConfig } from '../settings/config.ts';
import { siteSettings } from '../settings/site-settings.ts';
import { defaultWords } from '#domain/site/site-words.ts';
import { runChecks, type Check, type DoctorContext } from './check.ts';
import { database as databaseCheck, readSettingsOfSite } from './database.ts';
import { mailRecords, mailServer } from './email.ts';
import { secretFiles, unknownSettings } from './settings.ts';
import { proxy } from './site.ts';
import { backupPlace, folders, newestBackupFindings, storage } from './storage.ts';

const folder = useFolder();
const own = useDatabase();

/** The findings of one check for these settings, a line for each finding. */
async function say(
  check: Check,
  env: Record<string, string> = {},
  options: Partial<DoctorContext> & { dnsServer?: string } = {},
): Promise<string> {
  const { dnsServer, ...context } = options;
  const config = readConfig({ DATA_DIR: folder, SESSION_SECRET: 's'.repeat(40), ...env });
  const reports = await runChecks([check], {
    config,
    site: siteSettings(defaultWords, config),
    dns: createDnsLookup(dnsServer),
    sendsTest: false,
    ...context,
  });
  return reports
    .flatMap(({ findings }) => findings)
    .map((finding) => `${finding.status}: ${finding.message}`)
    .join('\n');
}

async function listening(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  return await listen(server, { host: '127.0.0.1', port: 0 });
}

const database = (env: Record<string, string> = {}) =>
  say(databaseCheck, { DATABASE_URL: urlOf(own.connection), ...env });

/** Changes the database for one test. */
async function planted(change: string, undo: string): Promise<void> {
  await sql.raw(change).execute(own.db);
  onTestFinished(async () => void (await sql.raw(undo).execute(own.db)));
}

test('a database without a defect is ok but for the missing admin and the example text', async () => {
  const said = await database();
  expect(said).toMatch(/^ok: PostgreSQL \d+\.\d+ answers\.$/m);
  expect(said).toMatch(/^ok: The schema is of this release\.$/m);
  expect(said).toMatch(/^ok: The clock of the database agrees/m);
  expect(said).toMatch(/^warning: There is no super admin\.$/m);
  expect(said).toMatch(/^warning: Visitors see example text on these pages: General, Home, /m);
  expect(said).not.toContain('problem:');
});

test('a database that refuses connections, does not exist or is silent is found in time', async () => {
  expect(await database({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/site' })).toMatch(
    /problem: .*refuses connections/,
  );
  const missing = urlOf({ ...own.connection, database: 'no_such_database' });
  expect(await database({ DATABASE_URL: missing })).toMatch(/problem: .*does not exist/);
  const line = await openDatabaseLine(own.connection);
  line.freeze();
  onTestFinished(() => line.close());
  const started = performance.now();
  expect(await database({ DATABASE_URL: urlOf(line.connection) })).toMatch(/problem: .*does not answer/);
  expect(performance.now() - started).toBeLessThan(6_000);
});

test('a database that is starting up is a warning: it needs no repair', async () => {
  const text = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0';
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + text.length);
  const refusal = Buffer.concat([Buffer.from('E'), length, Buffer.from(text)]);
  const starting = createServer((socket) => socket.once('data', () => socket.end(refusal)));
  const DATABASE_URL = `postgres://u:p@127.0.0.1:${await listening(starting)}/site`;
  expect(await database({ DATABASE_URL })).toMatch(/^warning: .* is starting up\. Details: .* \(57P03\)$/);
});

test('a read-only database is found', async () => {
  const name = own.connection.database;
  await planted(
    `alter database ${name} set default_transaction_read_only = on`,
    `set transaction read write; alter database ${name} reset default_transaction_read_only`,
  );
  expect(await database()).toMatch(/problem: The database takes no writes/);
});

test('a migration that waits is found, and nothing is migrated', async () => {
  const { rows } = await sql<{
    name: string;
    checksum: string;
  }>`select name, checksum from schema_migrations order by name desc limit 1`.execute(own.db);
  const [last = { name: '', checksum: '' }] = rows;
  await planted(
    `delete from schema_migrations where name = '${last.name}'`,
    `insert into schema_migrations (name, checksum) values ('${last.name}', '${last.checksum}')`,
  );
  expect(await database()).toContain(
    `warning: 1 of ${Number(last.name.slice(0, 4))} migrations wait: ${last.name}.`,
  );
  const left = await sql`select from schema_migrations where name = ${last.name}`.execute(own.db);
  expect(left.rows).toHaveLength(0);
});

test('files of images that are missing are found', async () => {
  await planted(
    "insert into images (folder, name, state, bytes, width, height) values ('editor-images', '00000000000000000001.png', 'stored', 1, 1, 1)",
    "delete from images where name = '00000000000000000001.png'",
  );
  expect(await database()).toMatch(/problem: The files of 1 of 1 images are missing, such as .*0001\.png/);
});

test('a database that lost its content is found', async () => {
  await writeFile(join(folder, 'had-content'), '2026-11-01\n');
  onTestFinished(() => rm(join(folder, 'had-content')));
  expect(await database()).toMatch(/problem: The database is empty, but this site had content on 2026-11-01/);
});

test('a stopped embedded database that does not exist yet is no problem', async () => {
  expect(await say(databaseCheck)).toBe('ok: There is no database yet: the first start makes it.');
});

test('unknown settings, secrets that others can read and a damaged session secret are found', async () => {
  const place = await mkdtemp(join(folder, 'env-'));
  await writeFile(join(place, '.env'), 'SMPT_URL=smtp://a\nPORT=3000\n');
  await chmod(join(place, '.env'), 0o644);
  await writeFile(join(place, 'session-secret'), 'short\n', { mode: 0o600 });
  expect(await say(unknownSettings(place))).toMatch(/warning: \.env sets SMPT_URL/);
  const said = await say(secretFiles(place), { DATA_DIR: place, SESSION_SECRET: '' });
  expect(said).toMatch(/problem: Other users of this machine can read .*\.env/);
  expect(said).toMatch(/problem: .*session-secret is damaged/);
});

test('a folder that cannot be written is found', async () => {
  await writeFile(join(folder, 'a-file'), '');
  expect(await say(folders, { DATA_DIR: join(folder, 'a-file', 'data') })).toMatch(
    /problem: .* cannot be written \(ENOTDIR\)/,
  );
  expect(await say(folders)).toMatch(/^(?:ok: .* can be written; \d+ GB are free|\w+: .*full)/);
});

async function makeCertificate(name: string, days: number): Promise<{ key: string; cert: string }> {
  const place = await mkdtemp(join(folder, 'tls-'));
  const [key, request, cert] = ['key.pem', 'request.pem', 'cert.pem'].map((file) => join(place, file));
  if (key === undefined || request === undefined || cert === undefined) throw new Error('Three files.');
  const config = join(place, 'openssl.cnf');
  await writeFile(config, `[req]\ndistinguished_name=dn\n[dn]\n[ext]\nsubjectAltName=DNS:${name}\n`);
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const subject = ['-subj', `/CN=${name}`, '-config', config];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  run('req', '-new', ...curve, '-keyout', key, '-out', request, ...subject);
  const extensions = ['-extfile', config, '-extensions', 'ext', '-days', String(days)];
  run('x509', '-req', '-in', request, '-signkey', key, '-out', cert, ...extensions);
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

/** The proxy in front of the site: the product behind it keeps the request id only of a proxy that it trusts. */
const front =
  (answer: { status?: number; body?: string; keeps?: boolean }): RequestListener =>
  (request, response) => {
    const id = answer.keeps === true ? String(request.headers['x-request-id']) : 'another';
    response.writeHead(answer.status ?? 200, { 'X-Request-Id': id }).end(answer.body ?? 'alive\n');
  };

test.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'a DNS without the site, a proxy that is not trusted or does not reach the product, and a bad certificate are found',
  async () => {
    const dns = await startDnsServer({ 'site.test': { a: ['127.0.0.1'] } });
    const silent = await startDnsServer({}, { silent: true });
    onTestFinished(() => Promise.all([dns.stop(), silent.stop()]).then(() => {}));
    const dnsServer = dns.address;
    const known = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(known));
    const seen = async (
      answer: Parameters<typeof front>[0],
      { env = {}, days = 60, name = 'site.test', isTrusted = true } = {},
    ) => {
      const { key, cert } = await makeCertificate(name, days);
      setDefaultCACertificates(isTrusted ? [...known, cert] : known);
      const port = await listening(createHttpsServer({ key, cert }, front(answer)));
      return say(proxy, { SITE_URL: `https://site.test:${port}`, ...env }, { dnsServer });
    };
    const good = { keeps: true };
    const trusting = { env: { TRUSTED_PROXIES: '127.0.0.1' } };
    expect(await seen(good, trusting)).toMatch(/^ok: https:\/\/site\.test:\d+ answers\.$/);
    expect(await seen({})).toMatch(/^problem: .*TRUSTED_PROXIES is not set/);
    expect(await seen({}, { env: { TRUSTED_PROXIES: '10.0.0.1' } })).toMatch(
      /^warning: TRUSTED_PROXIES does not name the proxy/,
    );
    expect(await seen({ status: 502, body: 'Bad Gateway' })).toMatch(/^problem: The proxy at .* answers 502/);
    expect(await seen({ body: 'Welcome to nginx!' })).toMatch(/^problem: Something other than this product/);
    expect(await seen(good, { days: 5 })).toMatch(/^warning: The certificate of .* ends on/m);
    expect(await seen(good, { days: -1 })).toMatch(/^problem: .* \(CERT_HAS_EXPIRED\)/);
    expect(await seen(good, { name: 'other.test' })).toMatch(/^problem: .*ALTNAME_INVALID/);
    expect(await seen(good, { isTrusted: false })).toMatch(
      /^problem: .*SELF_SIGNED|^problem: .*LEAF_SIGNATURE/,
    );
    const at = (host: string, server = dnsServer) =>
      say(proxy, { SITE_URL: `https://${host}` }, { dnsServer: server });
    expect(await at('site.test:1')).toMatch(/^problem: .* does not answer \(ECONNREFUSED\)/);
    expect(await at('other.test')).toMatch(/problem: other\.test has no address/);
    expect(await at('site.test', silent.address)).toMatch(/problem: The DNS did not answer/);
  },
);

test('a mail server that is away or refuses is found, and a test message arrives', async () => {
  const email = (url: string) => ({
    EMAIL_TRANSPORT: 'smtp',
    SMTP_URL: url,
    CONTACT_EMAIL: 'office@site.test',
  });
  expect(await say(mailServer)).toMatch(/^warning: No email is set up/);
  expect(await say(mailServer, email('smtp://127.0.0.1:1'))).toMatch(/^problem: .*ECONNREFUSED/);
  const refusing = await startMailServer({ failure: () => ({ at: 'recipient', is: 550 }) });
  onTestFinished(() => refusing.stop());
  expect(await say(mailServer, email(refusing.url), { sendsTest: true })).toMatch(
    /^problem: The test message was refused/,
  );
  const taking = await startMailServer();
  onTestFinished(() => taking.stop());
  expect(await say(mailServer, email(taking.url))).toMatch(/^ok: /);
  expect(taking.received).toHaveLength(0);
  expect(await say(mailServer, email(taking.url), { sendsTest: true })).toMatch(
    /^ok: A test message was sent to office@site\.test/,
  );
  expect(taking.received).toHaveLength(1);
});

test('the address that the owner set in Site is known, and a missing one is found', async () => {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  const env = { EMAIL_TRANSPORT: 'smtp', SMTP_URL: server.url, DATABASE_URL: urlOf(own.connection) };
  expect(await say(mailServer, env)).toBe('problem: Messages have no recipient.');
  await planted(
    `insert into site_documents (name, published, save_kind)
      values ('general', '{"email": "owner@boat.test"}', 'publish')`,
    'delete from site_documents',
  );
  const site = await readSettingsOfSite(readConfig({ DATA_DIR: folder, ...env }));
  expect(await say(mailServer, env, { site, sendsTest: true })).toMatch(/was sent to owner@boat\.test/);
  const away = readConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://none@127.0.0.1:1/none' });
  expect((await readSettingsOfSite(away)).contactEmail).toBeNull();
});

test('missing records for email are found', async () => {
  const env = { EMAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', CONTACT_EMAIL: 'office@site.test' };
  const server = await startDnsServer({
    'site.test': { txt: ['v=spf1 mx -all'] },
    's1._domainkey.site.test': { txt: ['v=DKIM1; p=MIIB'] },
  });
  onTestFinished(() => server.stop());
  const said = await say(mailRecords, env, { dnsServer: server.address });
  expect(said).toMatch(/problem: Policy of your domain \(DMARC\): _dmarc\.site\.test does not say/);
  expect(said).not.toMatch(/(?:problem|warning): (?:Servers|Signature)/);
});

test('the newest backup is compared with the place, and the passphrase tried on it', async () => {
  const place = await mkdtemp(join(folder, 'place-'));
  const file = 'anyforge-2026-11-22T04-00-00Z.tar.age';
  const passphrase = 'a passphrase that is hard to guess';
  const findings = async (BACKUP_PASSPHRASE: string) => {
    const [found] = await newestBackupFindings(readConfig({ BACKUP_TO: place, BACKUP_PASSPHRASE }), file);
    return found?.message;
  };
  expect(await findings(passphrase)).toMatch(/is not in the place/);
  await writeFile(join(place, 'plain'), 'content');
  await encryptFile(join(place, 'plain'), join(place, file), { passphrase });
  expect(await findings(passphrase)).toBe('BACKUP_PASSPHRASE opens the newest backup.');
  expect(await findings('another passphrase of a user')).toBe(
    'BACKUP_PASSPHRASE does not open the newest backup.',
  );
});

test('a bucket that does not exist, a wrong key and a place of backups that is a file are found', async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.stop());
  expect(await say(storage, s3.env)).toBe('ok: The bucket takes images.');
  expect(await say(storage, { ...s3.env, S3_BUCKET: 'no-such-bucket' })).toMatch(
    /^problem: Images cannot be stored/,
  );
  expect(await say(storage, { ...s3.env, S3_SECRET_ACCESS_KEY: 'wrong' })).toMatch(
    /^problem: Images cannot be stored/,
  );
  await mkdir(join(folder, 'x'), { recursive: true });
  await writeFile(join(folder, 'x', 'storage'), '');
  expect(await say(storage, { DATA_DIR: join(folder, 'x') })).toMatch(/^problem: Images cannot be stored/);
  expect(await say(backupPlace)).toMatch(/^warning: Nothing is backed up/);
  expect(await say(backupPlace, { BACKUP_TO: join(folder, 'x', 'storage') })).toMatch(
    /^problem: The backup folder/,
  );
  await writeFile(join(folder, 'backup-places'), `${folder}\n`);
  expect(await say(backupPlace, { BACKUP_TO: folder })).toMatch(
    /^problem: .* has no file anyforge-backups now\. Is its disk mounted\?/,
  );
});

test('npm run doctor ends with 1 on a problem, with 0 without one, and tells programs the same as people', async () => {
  const run = (env: Record<string, string>, ...args: string[]) =>
    runProcess(['scripts/doctor.ts', ...args], { DATA_DIR: folder, PORT: '1', ...env });
  const good = { DATABASE_URL: urlOf(own.connection), SESSION_SECRET: 's'.repeat(40) };
  const people = await run(good);
  expect(people.output).toMatch(/^ok {7}database: The schema is of this release\.$/m);
  expect(people.output).toMatch(
    /^warning {2}database: There is no super admin\.\n {11}→ Run "npm run admin -- create"/m,
  );
  expect(people).toMatchObject({ code: 0, output: expect.stringMatching(/\n0 problems, \d+ warnings\.\n$/) });
  const programs = await run({ ...good, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/site' }, '--json');
  expect(programs.code).toBe(1);
  expect(JSON.parse(programs.output)).toMatchObject({
    problems: 1,
    checks: expect.arrayContaining([expect.objectContaining({ name: 'database' })]),
  });
  const unset = await run({ ...good, SITE_URL: 'ftp://x', EMAIL_TRANSPORT: 'smtp' });
  expect(unset.code).toBe(1);
  expect(unset.output).toContain('PROBLEM  settings: SITE_URL must start with https://');
  expect(unset.output).toContain('PROBLEM  settings: SMTP_URL must be set because EMAIL_TRANSPORT is smtp.');
  expect(unset.output).not.toContain(good.SESSION_SECRET);
});
