import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { project } from '#tests/project.ts';

/** Processes of the tests compile the same files over and over: with this folder, a start costs a third less CPU time. */
export const compileCache = join(project, 'node_modules/.cache/anyforge-compiled');

export type RunningProcess = ReturnType<typeof startProcess>;

/**
 * A process of the project under this Node, in its folder.
 * @param env all of its environment beside PATH and HOME: settings of the machine stay outside.
 * @param folder where it runs
 */
export function startProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  program = process.execPath,
  folder = project,
) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE: compileCache, ...env },
    // The channel ends with this process, however that ends, and the product with it.
    stdio: ['ignore', 'pipe', 'pipe', args.includes('server/main.mjs') ? 'ipc' : 'ignore'],
  });
  child.channel?.unref();
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  // Not 'exit': by 'close' everything it printed has arrived.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    pid: child.pid ?? 0,
    /** Everything it has printed so far, on standard output and standard error. */
    output: () => output,
    /** Resolves to the first group of the pattern once the output has it; rejects with the output when it ends before. */
    until: (pattern: RegExp, milliseconds = 40_000) =>
      untilMatch(() => output, pattern, exited, milliseconds),
    signal: (name: NodeJS.Signals) => void child.kill(name),
    /** Resolves with the exit code; null when a signal ended it. */
    exited,
  };
}

/** A process of the project, to its end. */
export async function runProcess(args: readonly string[], env: Record<string, string>) {
  const { exited, output } = startProcess(args, env);
  return { code: await exited, output: output() };
}

/** How commands of the project end that are run one after another in one process; each is its file and its arguments. */
export async function runCommands(
  commands: readonly (readonly string[])[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }[]> {
  const { code, output } = await runProcess(['tests/commands-process.ts', JSON.stringify(commands)], env);
  if (code !== 0) throw new Error(output);
  return z
    .array(z.object({ code: z.number(), output: z.string() }))
    .length(commands.length)
    .parse(JSON.parse(output));
}

async function untilMatch(
  text: () => string,
  pattern: RegExp,
  ended: Promise<unknown>,
  milliseconds: number,
): Promise<string> {
  const isOver = ended.then(() => true);
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    const found = pattern.exec(text());
    if (found) return found[1] ?? found[0];
    if (await Promise.race([isOver, sleep(25, false)])) break;
  }
  const found = pattern.exec(text());
  if (found) return found[1] ?? found[0];
  throw new Error(`It did not say ${pattern}:\n${text()}`);
}
