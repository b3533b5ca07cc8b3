import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { sessionSecret } from '#tests/client.ts';
import manifest from '../package.json' with { type: 'json' };

const project = fileURLToPath(new URL('..', import.meta.url));
const [, environment = '', flags = ''] =
  /NODE_ENV=\S+ (.*?)exec node (.*?)scripts\/start\.mjs/.exec(manifest.scripts.start) ?? [];
if (flags === '') throw new Error('The start script in package.json has another form.');

export type StartedProduct = {
  pid: number;
  origin: string;
  /** Resolves when the process is gone. */
  end: (signal?: NodeJS.Signals) => Promise<void>;
};

/**
 * The product as `npm start` starts it, when everything is built: the same Node, flags and environment, its log in a file.
 * @param logFile is written anew
 */
export async function startAsStarted(logFile: string, env: Record<string, string>): Promise<StartedProduct> {
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [...words(flags), 'server/main.mjs'], {
    cwd: project,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      ...Object.fromEntries(words(environment).map((pair) => pair.split('='))),
      PORT: '0',
      RATE_LIMITS: 'off',
      // The key by which `fillWithPosts` signs: with another one the product would index every post again.
      SESSION_SECRET: sessionSecret,
      ...env,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let isOver = false;
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => {
      isOver = true;
      resolve();
    }),
  );
  for (;;) {
    const written = readFileSync(logFile, 'utf8');
    const origin = /Ready at (http\S+?)["\s]/.exec(written)?.[1];
    if (origin !== undefined) {
      return {
        pid: child.pid ?? 0,
        origin,
        end: async (signal = 'SIGTERM') => {
          child.kill(signal);
          await exited;
        },
      };
    }
    if (isOver) throw new Error(written);
    await sleep(5);
  }
}

function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
