import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';

/** A mount whose server never answers: FUSE without a program behind it. `$1` is the folder. */
const script = `exec 3<>/dev/fuse && mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 hung "$1" &&
  echo mounted && cat; umount -l "$1"`;

/** The reason why no folder can be hung on this machine; null where one can. */
export function hungFolderNeeds(): string | null {
  if (process.getuid?.() !== 0) return 'root, to mount a disk';
  try {
    accessSync('/dev/fuse');
    return null;
  } catch {
    return '/dev/fuse';
  }
}

/**
 * Lets every call on a folder hang.
 * @param enter a command that enters the namespace of the folder
 * @returns a function after which the calls return with an error, and the folder is as before
 */
export async function hangFolder(
  folder: string,
  enter: readonly string[] = [],
): Promise<() => Promise<void>> {
  const [program = 'sh', ...args] = [...enter, 'sh', '-c', script, 'hung', folder];
  const holder = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return async () => {
    const exited = once(holder, 'exit');
    holder.stdin.end();
    await exited;
  };
}
