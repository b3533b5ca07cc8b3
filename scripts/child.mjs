import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Two signals so close together count as one: npm repeats a signal that the terminal has sent to all processes. */
const sameWishWithin = 300;

const noticeOrphanEvery = 500;

/**
 * Runs a program to its end with our standard input and output, or with its output passed to `output`, and forwards SIGINT, SIGTERM and SIGHUP to it, each
 * once. If npm started this process and exits, that counts as SIGTERM.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, output?: (text: string) => void }} [options]
 * @returns {Promise<number>} its exit code, 128 and the signal's number when a signal ended it, 127 when it cannot start
 */
export function runChild(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: options.output ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    });
    for (const stream of options.output ? [child.stdout, child.stderr] : [])
      stream?.setEncoding('utf8').on('data', options.output);
    let passedAt = -Infinity;
    const pass = (signal) => {
      const now = performance.now();
      if (now - passedAt < sameWishWithin) return;
      passedAt = now;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const watch = whenOrphaned(() => pass('SIGTERM'));
    const end = (code) => {
      for (const signal of signals) process.off(signal, pass);
      clearInterval(watch);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(`Cannot run ${program}: ${error.message}`);
      end(127);
    });
    child.once('exit', (code, signal) => {
      const ended = () => end(code ?? 128 + (signal ? constants.signals[signal] : 0));
      if (!options.output) return ended();
      // Its last output may still be on its way, and a process that it left behind may hold the line open.
      child.once('close', ended);
      setTimeout(ended, 1_000).unref();
    });
  });
}

/** A killed npm sends no signal, and without npm there is no way to stop this process from its terminal. */
function whenOrphaned(callback) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callback();
  }, noticeOrphanEvery);
  watch.unref();
  return watch;
}
