import { createInterface } from 'node:readline/promises';

import { UsageError } from './usage-error.ts';

/**
 * Says what a command will do and asks whether it may.
 * @param isConfirmed it need not ask
 * @throws UsageError when it may not, or when no one can answer
 */
export async function confirm(plan: readonly string[], isConfirmed: boolean): Promise<void> {
  console.log(plan.join('\n'));
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new UsageError('Nothing was changed. Add --yes to do it.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('Do it? Type yes: ');
    if (answer.trim().toLowerCase() !== 'yes') throw new UsageError('Nothing was changed.');
  } finally {
    terminal.close();
  }
}
