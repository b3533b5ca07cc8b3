import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux, which `/proc` counts in. */
const tick = 10;

/** CPU time that a process and its descendants have used so far, in milliseconds. */
export function cpuTimeOf(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? []);
  const byId = new Map(processes.map((one) => [one.pid, one]));
  const isBelow = (id: number): boolean => id === pid || (byId.has(id) && isBelow(byId.get(id)?.parent ?? 0));
  return processes.filter((one) => isBelow(one.pid)).reduce((sum, { time }) => sum + time, 0);
}

/** CPU time of the main thread of a process, in milliseconds, exact to a microsecond. */
export function mainThreadTimeOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
}

/** Null when the process has exited. */
function readStat(name: string): { pid: number; parent: number; time: number } | null {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'latin1');
    // The second field is a name in parentheses, which can contain any character.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    // utime, stime, and those of children that have exited.
    const time = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * tick;
    return { pid: Number(name), parent, time };
  } catch {
    return null;
  }
}
