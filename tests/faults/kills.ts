import type { Failure } from './failure.ts';
import type { KillTarget } from './site.ts';

/** SIGKILL, as after a power cut or by the kernel when memory is short. */
const kill = (name: string, target: KillTarget): Failure => ({
  name,
  rounds: { short: 1, long: 20 },
  strike: async (site) => {
    const endedAt = performance.now();
    site.kill(target);
    return { endedAt };
  },
});

export const kills: readonly Failure[] = [
  kill('kill -9 of the server', 'server'),
  kill('kill -9 of the database', 'database'),
  kill('kill -9 of both', 'both'),
];
