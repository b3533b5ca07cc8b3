import { expect, test } from 'vitest';

import { createAgentReader } from './agent-reader.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

test('device and browser are read from the agent, once', () => {
  const read = createAgentReader();
  expect(read(phone)).toEqual({ isMachine: false, device: 'mobile', browser: 'Safari' });
  expect(read(phone)).toBe(read(phone));
  expect(read('unheard of')).toMatchObject({ device: '' });
});

test('machines have no device', () => {
  expect(createAgentReader()('curl/8.9.1')).toEqual({ isMachine: true, device: '', browser: '' });
});

test('agents beyond those that are remembered are read all the same', () => {
  const read = createAgentReader();
  for (let n = 0; n < 2_100; n += 1) expect(read(`${phone} ${n}`).browser).toBe('Safari');
});
