import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** Starts an S3 service that keeps objects in a folder of its own and checks every signature. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'anyforge-s3-'));
  let { child, port } = await startProcess(0, directory);
  const pause = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'blog-images',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    settings,
    /** As the product's settings name it. */
    env: {
      STORAGE: 's3',
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    /** The names of the stored objects. */
    objects: async () => {
      const files = await readdir(directory, { recursive: true, withFileTypes: true });
      return files
        .filter((file) => file.isFile() && file.name.endsWith('._S3rver_object'))
        .map((file) => file.name.replace('._S3rver_object', ''));
    },
    /** Makes the bucket anew. */
    empty: async () => {
      await rm(join(directory, settings.bucket), { recursive: true });
      await mkdir(join(directory, settings.bucket));
    },
    /** Ends the service; its objects stay. */
    pause,
    /** Starts it again at the same address. */
    resume: async () => {
      ({ child, port } = await startProcess(port, directory));
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) await pause();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startProcess(port: number, directory: string): Promise<{ child: ChildProcess; port: number }> {
  const program = fileURLToPath(new URL('s3-server-process.mjs', import.meta.url));
  const child = fork(program, [String(port), directory], { stdio: 'inherit' });
  const [message] = await once(child, 'message');
  return { child, port: Number(message.port) };
}
