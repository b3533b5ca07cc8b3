import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { needsRoot, type Needs } from './programs.ts';
import { project } from '#tests/project.ts';

const run = promisify(execFile);
const tmpfs = 0x01_02_19_94;

export const emptyServerNeed: Needs = needsRoot('debootstrap', 'systemd-nspawn', 'nsenter');

export type EmptyServer = Awaited<ReturnType<typeof startEmptyServer>>;

/**
 * A freshly installed Debian with systemd, as a container with the network of this machine. A copy of the last commit lies
 * in it as `/srv/anyforge.git`.
 */
export async function startEmptyServer(suite: string) {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-server-'));
  const root = join(folder, 'root');
  await run('debootstrap', ['--variant=minbase', '--include=systemd,systemd-sysv,dbus', suite, root], {
    maxBuffer: 50_000_000,
  });
  // A copy: hard links would share their owner with the objects of this repository.
  await run('git', ['clone', '--quiet', '--bare', '--no-hardlinks', project, join(root, 'srv/anyforge.git')]);
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  const given = '/usr/local/share/authorities.pem';
  if (authorities) {
    await cp(authorities, join(root, given));
    // For what systemd starts.
    await mkdir(join(root, 'etc/systemd/system.conf.d'), { recursive: true });
    await writeFile(
      join(root, 'etc/systemd/system.conf.d/authorities.conf'),
      `[Manager]\nDefaultEnvironment=NODE_EXTRA_CA_CERTS=${given}\n`,
    );
  }

  // systemd-nspawn wants its folder on a tmpfs, as it is where systemd itself runs the machine.
  const own = '/run/systemd/nspawn';
  await mkdir(own, { recursive: true });
  const needsMount = (await statfs(own)).type !== tmpfs;
  if (needsMount) await run('mount', ['-t', 'tmpfs', 'tmpfs', own]);

  const boot = ['--quiet', '--register=no', '--keep-unit', '--boot', '--directory', root];
  const child = spawn('systemd-nspawn', boot, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));

  const init = async () =>
    (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim().split(' ')[0] ?? '';
  /** Runs a shell script in it as root and answers its standard output; rejects with all of its output when a command fails. */
  const inside = async (script: string) => {
    const variables = [
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'HOME=/root',
      'LANG=C.UTF-8',
      'DEBIAN_FRONTEND=noninteractive',
    ];
    if (authorities) variables.push(`NODE_EXTRA_CA_CERTS=${given}`);
    const place = `--target ${await init()} --mount --uts --ipc --pid --cgroup --root --wd=/`.split(' ');
    const command = ['env', '-i', ...variables, 'sh', '-euc', `cd\n${script}`];
    const { stdout } = await run('nsenter', [...place, ...command], { maxBuffer: 50_000_000 });
    return stdout;
  };
  const stop = async () => {
    // The signal that stops a container cleanly; a second one ends it.
    child.kill('SIGTERM');
    if (!(await Promise.race([ended.then(() => true), sleep(40_000, false)]))) child.kill('SIGKILL');
    await ended;
    if (needsMount) await run('umount', [own]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const state = await inside('systemctl is-system-running || true').catch(() => '');
      if (/running|degraded/.test(state)) return { root, run: inside, stop };
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The server does not start:\n${output}`);
      await sleep(250);
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The commands of a part of docs/deploy.md, block by block. */
export async function commandsOf(title: string): Promise<string[]> {
  const document = await readFile(join(project, 'docs/deploy.md'), 'utf8');
  const part = document.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
}
