import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { needsRoot, type Needs } from './programs.ts';
import { project } from '#tests/project.ts';

const run = promisify(execFile);

/** `buildah` and `runc` need no daemon, but root. */
export const containersNeed: Needs = needsRoot('buildah', 'runc');

/** The image of the Dockerfile, in a storage of its own. */
export type ContainerImage = Awaited<ReturnType<typeof buildImage>>;

/**
 * Builds the Dockerfile. Where its base images cannot be fetched, bases of the same releases are made from Debian's archive
 * (`debootstrap`) and from the Node.js of the lock file.
 */
export async function buildImage(announce: (line: string) => void) {
  const storage = await mkdtemp(join(tmpdir(), 'anyforge-image-'));
  const buildah = async (command: string, ...args: readonly string[]) => {
    const places = ['--root', join(storage, 'layers'), '--runroot', join(storage, 'run')];
    const { stdout } = await run('buildah', [...places, command, ...args], {
      cwd: project,
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
      maxBuffer: 50_000_000,
    });
    return stdout.trim();
  };
  const remove = async () => {
    await buildah('umount', '--all').catch(() => {});
    await rm(storage, { recursive: true, force: true });
  };
  try {
    const [node, debian] = await baseImages();
    const isFetched = await Promise.all([buildah('pull', '-q', node), buildah('pull', '-q', debian)]).then(
      () => true,
      () => false,
    );
    if (!isFetched) {
      announce(`${node} and ${debian} cannot be fetched: bases of the same releases are made here.`);
      await makeBases(buildah, storage, node, debian);
    }
    announce('Building the image.');
    const volumes = isFetched ? [] : ['--volume', '/etc/ssl/certs:/etc/ssl/certs:ro'];
    const options = ['-q', '--pull-never', '--format', 'docker', '-t', 'anyforge:test'];
    await buildah('build', ...options, ...volumes, '.');
    const layers = join(storage, 'pushed');
    await buildah('push', '-q', 'localhost/anyforge:test', `dir:${layers}`);
    const { stdout: size } = await run('du', ['-sb', layers]);
    const inspected: { Docker: { config: Record<string, unknown> } } = JSON.parse(
      await buildah('inspect', '--type', 'image', 'localhost/anyforge:test'),
    );
    const container = await buildah('from', '--pull-never', 'localhost/anyforge:test');
    return {
      /** Bytes of all layers, compressed with gzip as a registry keeps them. */
      compressedBytes: Number.parseInt(size, 10),
      /** Its settings, as `docker inspect` shows them under `Config`. */
      config: inspected.Docker.config,
      /** Its files, for a container with a read-only root. */
      root: await buildah('mount', container),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The images that the Dockerfile names: the base of the build, the base of the image. */
async function baseImages(): Promise<[node: string, debian: string]> {
  const text = await readFile(join(project, 'Dockerfile'), 'utf8');
  const [node = '', debian = ''] = ['NODE', 'DEBIAN'].map(
    (name) => new RegExp(`^ARG ${name}_IMAGE=(\\S+)$`, 'm').exec(text)?.[1] ?? '',
  );
  return [node, debian];
}

async function makeBases(
  buildah: (command: string, ...args: readonly string[]) => Promise<string>,
  storage: string,
  node: string,
  debian: string,
): Promise<void> {
  const base = join(storage, 'debian');
  await run('debootstrap', ['--variant=minbase', 'bookworm', base], { maxBuffer: 50_000_000 });
  await run('rm', ['-rf', join(base, 'var/cache/apt/archives'), join(base, 'var/lib/apt/lists')]);
  const plain = await buildah('from', 'scratch');
  await buildah('add', '-q', plain, base, '/');
  await buildah('commit', '-q', plain, debian);

  const local = join(storage, 'node/usr/local');
  const { stdout: npm } = await run('which', ['npm']);
  await mkdir(join(local, 'bin'), { recursive: true });
  await cp(process.execPath, join(local, 'bin/node'));
  await cp(dirname(dirname(await realpath(npm.trim()))), join(local, 'lib/node_modules/npm'), {
    recursive: true,
  });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  const withNode = await buildah('from', '--pull-never', debian);
  await buildah('add', '-q', withNode, join(storage, 'node'), '/');
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities) await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, withNode);
  await buildah('commit', '-q', withNode, node);
}

/** The settings of a container as `compose.yaml` starts it: read-only root, no capability, own user, two writable folders. */
export async function writeContainer(
  image: Pick<ContainerImage, 'root' | 'config'>,
  folder: string,
  env: Record<string, string>,
): Promise<void> {
  const { Env, User, Cmd, WorkingDir } = image.config;
  const [uid, gid] = String(User).split(':').map(Number);
  const writable = (destination: string, ...options: readonly string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'nodev', 'size=1g', ...options],
  });
  const settings = {
    ociVersion: '1.0.2',
    root: { path: image.root, readonly: true },
    process: {
      user: { uid, gid },
      args: Cmd,
      cwd: WorkingDir,
      env: [
        ...(Array.isArray(Env) ? Env : []),
        ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
      ],
      noNewPrivileges: true,
      capabilities: { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] },
      rlimits: [{ type: 'RLIMIT_NOFILE', hard: 16_384, soft: 16_384 }],
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'strictatime', 'mode=755'] },
      { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: ['nosuid', 'nodev', 'mode=1777'] },
      writable('/data', 'mode=0700', `uid=${uid}`, `gid=${gid}`),
      writable('/tmp', 'mode=1777'),
    ],
    // The network of this machine: a port of 127.0.0.1 is enough for the test.
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  };
  await mkdir(dirname(join(folder, 'config.json')), { recursive: true });
  await writeFile(join(folder, 'config.json'), JSON.stringify(settings));
}
