import { readdirSync, readFileSync } from 'node:fs';

/** Bytes of memory that a process and all that it started take at this moment (Linux). */
export function residentBytes(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = /\) . (\d+)/.exec(read(`/proc/${name}/stat`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  let total = 0;
  for (const one of parents.keys()) if (isWithin(one)) total += residentOf(one);
  return total;

  function isWithin(one: number): boolean {
    for (let at: number | undefined = one; at !== undefined && at > 1; at = parents.get(at)) {
      if (at === pid) return true;
    }
    return false;
  }
}

/** The most that it takes while `work` goes on, looked at every few milliseconds. */
export async function peakDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; before: number; peak: number }> {
  const before = residentBytes(pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, 15);
  try {
    return { result: await work(), before, peak };
  } finally {
    clearInterval(timer);
  }
}

function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
