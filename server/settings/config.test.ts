import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync, readdirSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { describe, expect, it } from 'vitest';

import { leftOutFor } from '#tests/programs.ts';
import { useFolder } from '#tests/folder.ts';
import { ConfigError } from './start-error.ts';
import { exampleSessionSecret, settingNames } from './schema.ts';
import { readConfig } from './config.ts';
import { readEnvironment } from './environment.ts';
import { sessionSecretOf } from './session-secret.ts';

const folder = useFolder();

describe('settings', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: { origin: 'http://127.0.0.1:3000', isConfigured: false },
      dataDir: join(process.cwd(), 'data'),
      databaseUrl: null,
      adminEmail: null,
      adminPassword: null,
      sessionSecret: null,
      email: { transport: 'none' },
      newsletter: { smtpUrl: null, rate: 10 },
      bounces: null,
      fixedWords: {},
      signUp: true,
      singleSignOn: null,
      emailConfirmation: false,
      storage: { kind: 'disk' },
      rateLimits: true,
      backup: null,
      backupPassphrase: null,
      cdnPurge: null,
      indexNow: null,
      logLevel: 'info',
      accessLogPerSecond: Infinity,
      metricsPort: null,
      trustedProxies: [],
      webhookHosts: [],
    });
  });

  it('takes what is given', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::',
      SITE_URL: 'https://Example.com/',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
      DATA_DIR: '/srv/site',
      DATABASE_URL: 'postgres://u:p@db/site',
      ADMIN_EMAIL: 'ann@example.com',
      ADMIN_PASSWORD: 'long enough',
      SESSION_SECRET: 's'.repeat(32),
      SITE_TIMEZONE: 'America/Toronto',
      EMAIL_TRANSPORT: 'smtp',
      SMTP_URL: 'smtps://u:p@mail.example.com',
      CONTACT_EMAIL: 'office@example.com',
      SIGN_UP: 'off',
      STORAGE: 's3',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ACCESS_LOG: 'sampled',
    });
    expect(config).toMatchObject({
      port: 0,
      siteUrl: { origin: 'https://example.com', isConfigured: true },
      trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
      dataDir: '/srv/site',
      email: { transport: 'smtp', url: 'smtps://u:p@mail.example.com' },
      emailConfirmation: true,
      signUp: false,
      storage: { kind: 's3', region: 'us-east-1', bucket: 'blog-images', secretAccessKey: 'key' },
      rateLimits: false,
      logLevel: 'silent',
      accessLogPerSecond: 100,
    });
  });

  it('counts an empty setting as unset', () => {
    expect(readConfig(Object.fromEntries(settingNames.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['localhost', 'http://localhost:3000'],
  ])('makes an address to visit from HOST %s', (HOST, origin) => {
    expect(readConfig({ HOST }).siteUrl.origin).toBe(origin);
  });

  it.each([
    ['imaps://bounces%40Example.com:p@host', 'bounces@example.com'],
    ['imap://user:p@host?address=back@example.com', 'back@example.com'],
  ])('takes the address of bounces from %s', (BOUNCE_IMAP_URL, address) => {
    expect(readConfig({ BOUNCE_IMAP_URL }).bounces).toMatchObject({ address });
  });

  it('reads where and when backups are made', () => {
    const keep = { days: 7, weeks: 4, months: 6 };
    const onDisk = readConfig({ BACKUP_TO: '/mnt/backups' }).backup;
    expect(onDisk).toEqual({ to: { kind: 'folder', folder: '/mnt/backups' }, at: '03:30', keep });
    const s3 = { S3_ENDPOINT: 'https://s3.example.com', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
    const at = { BACKUP_AT: '23:05', BACKUP_KEEP: '3d' };
    expect(readConfig({ ...s3, ...at, BACKUP_TO: 's3://backups/site/one/' }).backup).toEqual({
      to: expect.objectContaining({ kind: 's3', bucket: 'backups', prefix: 'site/one', accessKeyId: 'id' }),
      at: '23:05',
      keep: { days: 3, weeks: 0, months: 0 },
    });
  });

  it('reads single sign-on, which alone leaves no sign-up', () => {
    const config = readConfig({
      OIDC_ISSUER: 'https://id.example.com/realm',
      OIDC_CLIENT_ID: 'site',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_ONLY: 'on',
    });
    expect(config.signUp).toBe(false);
    expect(config.singleSignOn).toEqual({
      issuer: new URL('https://id.example.com/realm'),
      clientId: 'site',
      clientSecret: 'secret',
      isOnly: true,
    });
  });
});

it('INDEXNOW is off, on, or an address of its own', () => {
  const of = (INDEXNOW: string) => readConfig({ INDEXNOW }).indexNow;
  expect(['', 'off', 'on', 'http://127.0.0.1:1/'].map(of)).toEqual([
    null,
    null,
    'https://api.indexnow.org/indexnow',
    'http://127.0.0.1:1/',
  ]);
});

it('WEBHOOK_HOSTS are names as they stand in addresses', () => {
  expect(readConfig({ WEBHOOK_HOSTS: ' Chat.intern, 10.0.0.5,' }).webhookHosts).toEqual([
    'chat.intern',
    '10.0.0.5',
  ]);
});

describe('problems', () => {
  it('are reported all together, a line each, with the name and without the value', () => {
    const bad = Object.fromEntries(settingNames.map((name) => [name, `\u0000 bad-${name}`]));
    const problems = problemsOf({
      ...bad,
      SESSION_SECRET: 'short-secret',
      ADMIN_PASSWORD: 'hunter2',
      STORAGE: 's3',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(
      settingNames.filter((name) => !takesAnything.includes(name)),
    );
    expect(problems.join('\n')).not.toMatch(/bad-(?!TRUSTED_PROXIES)|short-secret|hunter2/);
    expect(problems.every((problem) => /^[A-Z0-9_]+ [^\n]+\.$/.test(problem))).toBe(true);
  });

  const client = { OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'secret' };

  const takesAnything = [
    'DATA_DIR',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'EMAILJS_USER_ID',
    'EMAILJS_SERVICE_ID',
    'EMAILJS_CONTACT_TEMPLATE_ID',
    'EMAILJS_JV_TEMPLATE_ID',
    'STORAGE',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'BACKUP_PASSPHRASE',
  ];

  it.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ ...client, OIDC_ISSUER: 'http://id.example.com' }, /^OIDC_ISSUER must be the address of the issuer/],
    [{ SITE_URL: 'http://example.com' }, /^SITE_URL must start with https/],
    [{ SITE_URL: 'https://example.com/blog' }, /^SITE_URL must end after the host/],
    [{ DATABASE_URL: 'mysql://u:secret@h/d' }, /^DATABASE_URL must be a URL such as/],
    [{ DATABASE_URL: 'postgres://' }, /^DATABASE_URL must be a URL such as/],
    [{ DATABASE_URL: 'postgres:///' }, /^DATABASE_URL must be a URL such as/],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL must be a URL such as [^\n]*$/],
    [{ SESSION_SECRET: 'é'.repeat(15) }, 'SESSION_SECRET must have 32 bytes or more.'],
    [{ SESSION_SECRET: exampleSessionSecret }, 'SESSION_SECRET must not be the one from .env.example.'],
    [{ SITE_TIMEZONE: 'Mars/Olympus' }, /^SITE_TIMEZONE must be the name of a time zone/],
    [{ BACKUP_TO: 's3://Bad_Bucket/x' }, /^BACKUP_TO must be a folder, or s3:/],
    [{ BACKUP_AT: '24:00' }, 'BACKUP_AT must be a time of day such as 03:30.'],
    [{ BACKUP_KEEP: '4w' }, /^BACKUP_KEEP must be days, weeks and months/],
    [{ BOUNCE_IMAP_URL: 'imaps://user:p@host' }, /^BOUNCE_IMAP_URL must be a URL such as imaps:/],
    [{ CDN_PURGE: 'fastly:abc' }, /^CDN_PURGE must be a web address that takes PURGE requests/],
    [{ WEBHOOK_HOSTS: 'chat.intern:8065' }, /^WEBHOOK_HOSTS must be a comma-separated list of host names/],
    [{ INDEXNOW: 'yes' }, /^INDEXNOW must be on, off or a web address/],
    [{ BACKUP_PASSPHRASE: 'too short' }, 'BACKUP_PASSPHRASE must have 20 characters or more.'],
    [{ SIGN_UP: 'yes' }, 'SIGN_UP must be on or off.'],
    [{ ADMIN_EMAIL: 'ann@example.com' }, 'ADMIN_PASSWORD must be set because ADMIN_EMAIL is set.'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES .* "10.0.0.0\/33" is neither an address nor/],
  ])('%j is one', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ]);
  });

  it('name everything a choice needs', () => {
    expect(problemsOf({ EMAIL_TRANSPORT: 'smtp' })).toHaveLength(1);
    expect(problemsOf({ EMAIL_TRANSPORT: 'emailjs' })).toHaveLength(4);
    expect(problemsOf({ STORAGE: 's3' })).toHaveLength(3);
    expect(problemsOf({ BACKUP_TO: 's3://backups' })).toHaveLength(3);
    expect(problemsOf({ OIDC_ISSUER: 'https://id.example.com' })).toHaveLength(2);
    expect(problemsOf({ OIDC_ONLY: 'on', OIDC_CLIENT_ID: 'site' })).toEqual([
      'OIDC_ISSUER must be set because OIDC_CLIENT_ID is set.',
      'OIDC_ISSUER must be set because OIDC_ONLY is on.',
    ]);
    // Together with an error of another kind.
    expect(problemsOf({ STORAGE: 's3', PORT: 'x' })).toHaveLength(4);
  });
});

/** The reader of `EnvironmentFile=`, as a program. */
const environmentReader = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';
const systemd = leftOutFor(existsSync(environmentReader) ? '' : 'systemd');

describe('.env', () => {
  it('is read, and the environment wins', async () => {
    writeFileSync(join(folder, '.env'), 'PORT=1111\nHOST="::1"\n');
    expect(await readEnvironment(folder, { PORT: '2222' })).toEqual({ PORT: '2222', HOST: '::1' });
  });

  const readAlike: [string, string][] = [
    ["'x#y z\\n'", 'x#y z\\n'],
    ['"x#y z"', 'x#y z'],
    ["'Firm\\nStreet 1'", 'Firm\\nStreet 1'],
    ['x y=z', 'x y=z'],
  ];

  it.each(readAlike)('A=%s is read as it is meant', async (value, read) => {
    writeFileSync(join(folder, '.env'), `# A=x#y\n\nA=${value}\r\nB='x$y'\n`);
    expect(await readEnvironment(folder, {})).toEqual({ A: read, B: 'x$y' });
  });

  it.skipIf(systemd.isMissing).each(readAlike)(
    `A=%s is read alike by systemd${systemd.note}`,
    async (value, read) => {
      await mkdir(join(folder, 'environment.d'), { recursive: true });
      writeFileSync(join(folder, 'environment.d/a.conf'), `# A=x#y\n\nA=${value}\n`);
      const env = { XDG_CONFIG_HOME: folder };
      const lines = execFileSync(environmentReader, { env, encoding: 'utf8' }).split('\n');
      expect(lines).toContain(`A=${JSON.stringify(read)}`);
    },
  );

  it.each(['x#y', 'x\\ny', 'x$y', '"x$y"', '"x\\ty"', '"x" # comment', "'x'y", 'x # comment', '"x\ny"'])(
    'A=%j is refused: systemd or compose reads another value',
    async (value) => {
      writeFileSync(join(folder, '.env'), `PORT=1\nA=${value}\n`);
      await expect(readEnvironment(folder, {})).rejects.toThrow(
        /^Line 2 of \.env \(A\) is read in another way by systemd or compose: put the value into single quotes/,
      );
    },
  );

  it('takes a secret from the file that NAME_FILE names', async () => {
    const file = join(folder, 'passphrase');
    writeFileSync(file, 'a passphrase of a file\n');
    const nowhere = join(folder, 'nowhere');
    const read = await readEnvironment(nowhere, { BACKUP_PASSPHRASE_FILE: file });
    expect(readConfig(read).backupPassphrase).toBe('a passphrase of a file');
    const both = { BACKUP_PASSPHRASE_FILE: file, BACKUP_PASSPHRASE: 'x' };
    await expect(readEnvironment(nowhere, both)).rejects.toThrow(/must not both be set/);
    await expect(readEnvironment(nowhere, { SESSION_SECRET_FILE: '/nowhere/at/all' })).rejects.toThrow(
      'SESSION_SECRET_FILE cannot be read (ENOENT).',
    );
    const several = { SMTP_URL_FILE: '/nowhere/at/all', EMAIL_TRANSPORT: 'smtp', PORT: 'x' };
    await expect(readEnvironment(nowhere, several)).rejects.toThrow(
      /^SMTP_URL_FILE cannot be read \(ENOENT\)\.\nPORT must be a whole number from 0 to 65535\.$/,
    );
  });

  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

  it('has an example with every setting once, in order, under a line that explains it', () => {
    const lines = example.split('\n');
    const named = lines.flatMap((line, index) => {
      const name = /^# ([A-Z0-9_]+)=/.exec(line)?.[1];
      return name === undefined ? [] : [{ name, above: lines[index - 1] ?? '' }];
    });
    expect(named.map(({ name }) => name)).toEqual(settingNames);
    for (const { above } of named) expect(above).toMatch(/^# [A-Z].*\.$/);
    expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([]);
  });

  it('has an example whose values are the defaults', () => {
    const { SESSION_SECRET: secret, ...values } = parseEnv(example.replaceAll(/^# (?=[A-Z0-9_]+=)/gm, ''));
    expect(secret).toBe(exampleSessionSecret);
    expect(readConfig(values)).toEqual(readConfig({}));
    const defaults = Object.entries(values).filter(([, value]) => value !== '');
    expect(defaults.length).toBeGreaterThan(15);
  });
});

describe('the session secret', () => {
  it('is the configured one', async () => {
    const sessionSecret = 's'.repeat(40);
    expect(await sessionSecretOf({ sessionSecret, dataDir: '/nowhere' })).toBe(sessionSecret);
  });

  it('is made once, also by starts at the same time, and readable by its owner only', async () => {
    const dataDir = join(folder, 'data');
    const config = { sessionSecret: null, dataDir };
    const secrets = await Promise.all(Array.from({ length: 8 }, () => sessionSecretOf(config)));
    const again = await sessionSecretOf(config);
    expect(new Set([...secrets, again]).size).toBe(1);
    expect(Buffer.from(again, 'base64url')).toHaveLength(32);
    expect(readdirSync(dataDir)).toEqual(['session-secret']);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600);
  });

  it('is never replaced when it is damaged', async () => {
    const dataDir = join(folder, 'damaged');
    await mkdir(dataDir);
    writeFileSync(join(dataDir, 'session-secret'), '');
    await expect(sessionSecretOf({ sessionSecret: null, dataDir })).rejects.toThrow(
      /^DATA_DIR holds a damaged/,
    );
  });

  it('is a problem of DATA_DIR when it cannot be kept', async () => {
    const dataDir = join(folder, 'file');
    writeFileSync(dataDir, '');
    await chmod(dataDir, 0o400);
    const failing = sessionSecretOf({ sessionSecret: null, dataDir });
    await expect(failing).rejects.toThrow(/^DATA_DIR cannot keep the session secret: .*\(ENOTDIR\)\.$/);
    await expect(failing).rejects.toBeInstanceOf(ConfigError);
  });
});

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  throw new Error('These settings were accepted.');
}
