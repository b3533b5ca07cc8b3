import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { createLog, describeError } from './log.ts';

function collect() {
  const written: string[] = [];
  return {
    written,
    lines: {
      write: (line: string) => void written.push(line),
      startWriting() {},
      flush: async () => {},
      flushNow() {},
    },
  };
}

test('a line is one JSON object with a UTC time, a level word, the message and the fields', () => {
  const { written, lines } = collect();
  createLog({ level: 'info', lines }).child({ part: 'mail' }).info('Sent\n{"level":"error"}', { count: 2 });

  expect(written).toHaveLength(1);
  expect(written[0]?.trimEnd()).not.toContain('\n');
  expect(JSON.parse(written[0] ?? '')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    part: 'mail',
    count: 2,
    msg: 'Sent\n{"level":"error"}',
  });
});

test('lines below the level are not written', () => {
  const { written, lines } = collect();
  createLog({ level: 'warn', lines }).info('quiet');
  expect(written).toEqual([]);
});

test('of a database error the row it complains about is not written down', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@firm.example)',
  });
  const described = JSON.stringify(describeError(new Error('outer', { cause: error })));
  expect(described).toContain('23505');
  expect(described).not.toContain('ann@firm.example');
});

test('a closed standard output does not end the process', async () => {
  const script = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    const log = createLog({ level: 'info' });
    log.info('first');
    await log.flush();
    process.stdin.once('data', async () => {
      for (let i = 0; i < 2000; i += 1) log.info('not read  ' + 'x'.repeat(200));
      await log.flush();
      log.info('still');
      log.flushNow();
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
