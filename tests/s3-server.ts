import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type S3Server = {
  /** As the product's settings name it. */
  env: Record<string, string>;
  settings: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** The names of the stored objects. */
  objects: () => Promise<string[]>;
  stop: () => Promise<void>;
};

/** Starts an S3 service that keeps objects in a folder of its own and checks every signature. */
export async function startS3Server(options: { port?: number; directory?: string } = {}): Promise<S3Server> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'anyforge-s3-')));
  const program = fileURLToPath(new URL('s3-server-process.mjs', import.meta.url));
  const child = fork(program, [String(options.port ?? 0), directory], { stdio: 'inherit' });
  const [message] = await once(child, 'message');
  const settings = {
    endpoint: `http://127.0.0.1:${message.port}`,
    region: 'us-east-1',
    bucket: 'blog-images',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    settings,
    env: {
      STORAGE: 's3',
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    objects: async () => {
      const files = await readdir(directory, { recursive: true, withFileTypes: true });
      return files
        .filter((file) => file.isFile() && file.name.endsWith('._S3rver_object'))
        .map((file) => file.name.replace('._S3rver_object', ''));
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
