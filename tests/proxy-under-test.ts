import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findFreePort } from './free-port.ts';
import { startProcess } from './process.ts';
import { needs, type Needs } from './programs.ts';
import { project } from '#tests/project.ts';

/** A reverse proxy of `deploy/` on free ports of this machine, with a certificate of its own. */
export type ProxyUnderTest = Awaited<ReturnType<typeof startProxy>>;

export type ProxyPorts = { http: number; https: number };

export type ProxyKind = {
  name: string;
  needs: Needs;
  /** `product` is the address of the product without a scheme, such as `127.0.0.1:3000`. */
  start: (ports: ProxyPorts, product: string) => Promise<ProxyUnderTest>;
};

const deploy = join(project, 'deploy/');

/** The samples of `deploy/`; what a test changes in them is only names, ports and where the certificate comes from. */
export const proxyKinds: readonly ProxyKind[] = [
  { name: 'Caddy', needs: needs('caddy'), start: startCaddy },
  { name: 'nginx', needs: needs('nginx', 'openssl'), start: (ports, product) => startNginx(ports, product) },
];

export async function findProxyPorts(): Promise<ProxyPorts> {
  return { http: await findFreePort('127.0.0.1'), https: await findFreePort('127.0.0.1') };
}

async function startCaddy(ports: ProxyPorts, product: string): Promise<ProxyUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-caddy-'));
  const file = join(folder, 'Caddyfile');
  const globals = [
    'admin off',
    'skip_install_trust',
    `http_port ${ports.http}`,
    `https_port ${ports.https}`,
    `storage file_system ${join(folder, 'certificates')}`,
  ];
  await writeFile(file, `{\n\t${globals.join('\n\t')}\n}\nimport ${join(deploy, 'Caddyfile')}\n`);
  return await startProxy(ports, folder, {
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    env: { HOME: folder, XDG_CONFIG_HOME: folder, SITE_DOMAIN: 'localhost', UPSTREAM: product },
    authority: join(folder, 'certificates/pki/authorities/local/root.crt'),
  });
}

/** @param beside more of the same configuration */
export async function startNginx(ports: ProxyPorts, product: string, beside = ''): Promise<ProxyUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-nginx-'));
  const [certificate, key, file] = ['certificate.pem', 'key.pem', 'nginx.conf'].map((name) =>
    join(folder, name),
  );
  if (!certificate || !key || !file) throw new TypeError('unreachable');
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
      .concat(['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'])
      .concat(['-out', certificate, '-keyout', key]),
    { stdio: 'ignore' },
  );
  const sample = (await readFile(join(deploy, 'nginx.conf'), 'utf8'))
    .replaceAll('/etc/letsencrypt/live/www.firm.example/fullchain.pem', certificate)
    .replaceAll('/etc/letsencrypt/live/www.firm.example/privkey.pem', key)
    .replaceAll('https://www.firm.example', `https://localhost:${ports.https}`)
    .replaceAll('www.firm.example', 'localhost')
    .replaceAll('127.0.0.1:3000', product)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${ports.http};`)
    .replaceAll(/listen (\[::\]:)?443 /g, `listen $1${ports.https} `);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  await writeFile(
    file,
    `daemon off;\nworker_processes 1;\npid ${join(folder, 'pid')};\n${process.getuid?.() === 0 ? 'user root;' : ''}
events {}\nhttp {\naccess_log off;\n${places}\n# As in the nginx.conf of Debian.\ngzip on;\n${sample}\n${beside}}\n`,
  );
  return await startProxy(ports, folder, {
    command: ['nginx', '-p', folder, '-e', join(folder, 'error.log'), '-c', file],
    env: {},
    authority: certificate,
  });
}

async function startProxy(
  ports: ProxyPorts,
  folder: string,
  program: { command: readonly [string, ...string[]]; env: Record<string, string>; authority: string },
) {
  const [file, ...args] = program.command;
  const running = startProcess(args, program.env, file);
  const stop = async () => {
    running.signal('SIGTERM');
    await running.exited;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + 30_000;
  while (!(await answers(ports.http)) || !(await readFile(program.authority).catch(() => null))) {
    const hasEnded = await Promise.race([running.exited.then(() => true), sleep(50, false)]);
    if (hasEnded || Date.now() > deadline) {
      await stop();
      throw new Error(`${file} does not start:\n${running.output()}`);
    }
  }
  return {
    /** https, at localhost. */
    origin: `https://localhost:${ports.https}`,
    httpOrigin: `http://localhost:${ports.http}`,
    /** The authority of its certificate, PEM. */
    authority: await readFile(program.authority, 'utf8'),
    stop,
  };
}

function answers(port: number): Promise<boolean> {
  const asked = fetch(`http://127.0.0.1:${port}`, { redirect: 'manual' });
  return asked.then(
    () => true,
    () => false,
  );
}
