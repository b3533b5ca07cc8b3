import { readFile } from 'node:fs/promises';

/**
 * Bytes of memory that the machine would get back if a process and all that it started ended (proportional set size, Linux):
 * with the embedded PostgreSQL and image processing, and what is shared among them once. Null where that is not known.
 */
export async function memoryBytes(pid: number = process.pid): Promise<number | null> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const own = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
  if (own === undefined) return null;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const started = await Promise.all(
    (children.match(/\d+/g) ?? []).map((child) => memoryBytes(Number(child))),
  );
  return started.reduce<number>((sum, bytes) => sum + (bytes ?? 0), Number(own) * 1024);
}
