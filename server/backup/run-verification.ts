import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { BackupError } from './archive-format.ts';
import { settingsOfVerification } from './verify-backup.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs `scripts/verify-backup.ts` as a process of its own, so that a restore neither slows down pages nor takes the
 * site with it. The process ends with this one.
 * @throws BackupError with what the command said
 */
export async function runVerification(archive: string): Promise<{ seconds: number }> {
  const child = spawn(process.execPath, ['scripts/verify-backup.ts', archive, '--json'], {
    cwd: project,
    env: environmentOfVerification(process.env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'close');
  if (child.stdout === null || child.stderr === null) throw new Error('The command has no output.');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  if (child.exitCode !== 0) throw new BackupError(errors.trim().split('\n')[0] || 'The check was ended.');
  return z.object({ seconds: z.number() }).parse(JSON.parse(output));
}

/** Variables that Node.js and the embedded PostgreSQL need, and a clock that is faked for both. */
const ofTheSystem =
  /^(?:PATH|HOME|LANG|TMPDIR|RUNTIME_DIRECTORY|INIT_CWD|NODE_.*|MALLOC_.*|LD_PRELOAD|FAKETIME.*|ANYFORGE_PLATFORM)$/;

/** The environment, without the settings that could make a copy of the site act on anything of the live one. */
export function environmentOfVerification(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => ofTheSystem.test(name));
  return { ...Object.fromEntries(kept), ...settingsOfVerification(environment) };
}
