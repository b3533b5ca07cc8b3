import crawlers from 'crawler-user-agents';
import { expect, test } from 'vitest';

import { createUserAgentParser } from './user-agent-parser.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

test('device and browser are read from the agent, once', () => {
  const read = createUserAgentParser();
  expect(read(phone)).toEqual({ device: 'mobile', browser: 'Safari' });
  expect(read(phone)).toBe(read(phone));
  expect(read('Mozilla/5.0 (Unheard of; rv:1.0) Gecko/20100101')).toEqual({ device: '', browser: 'Mozilla' });
});

test('machines have no device', () => {
  expect(createUserAgentParser()('curl/8.9.1')).toBeNull();
});

test('every crawler that has been seen is a machine, and a later version of most', () => {
  const agents = crawlers.flatMap(({ instances }) => instances);
  expect(agents.length).toBeGreaterThan(2_000);
  const read = createUserAgentParser();
  expect(agents.filter((agent) => read(agent) !== null)).toEqual([]);
  const later = agents.map((agent) => agent.replace(/\d+/, (version) => String(Number(version) + 1)));
  expect(later.filter((agent) => read(agent) !== null).length).toBeLessThan(agents.length / 100);
});

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
  'Mozilla/5.0 (Linux; Android 15; CPH2557 Build/AP3A.240617.008; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36 Instagram 410.0.0.1.1 Android (35/15; 480dpi; 1080x2400; OPPO; CPH2557; OP573DL1; mt6833; en_US; 1; IABMV/1)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/500.0.0.1;FBDV/iPhone17,1]',
  'Mozilla/5.0 (Linux; Android 10; Cubot X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
])('a browser of a person is none: %s', (agent) => {
  expect(createUserAgentParser()(agent)).not.toBeNull();
});

test('agents beyond those that are remembered are read all the same', () => {
  const read = createUserAgentParser();
  for (let n = 0; n < 2_100; n += 1) expect(read(`${phone} ${n}`)?.browser).toBe('Safari');
});
