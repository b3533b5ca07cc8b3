import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

test('a closed standard output does not end the process', async () => {
  const script = `
    import { createLog } from ${JSON.stringify(new URL('../../adapters/log.ts', import.meta.url).href)};
    const log = createLog({ level: 'info' });
    log.info('first');
    await log.flush();
    process.stdin.once('data', async () => {
      for (let i = 0; i < 2000; i += 1) log.info('not read  ' + 'x'.repeat(200));
      await log.flush();
      log.info('still');
      await log.flush();
      process.exit(42);
    });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.write('go');
  const [code] = await once(child, 'exit');
  expect(code).toBe(42);
});
