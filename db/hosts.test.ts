import { expect, test } from 'vitest';

import { splitHosts } from './hosts.ts';

test.each([
  ['postgres://u:p@a/site', ['postgres://u:p@a/site']],
  [
    'postgres://u:p@a:5433,b,[::1]:5434/site?target_session_attrs=read-write&sslmode=require',
    [
      'postgres://u:p@a:5433/site?sslmode=require',
      'postgres://u:p@b/site?sslmode=require',
      'postgres://u:p@[::1]:5434/site?sslmode=require',
    ],
  ],
  [
    'postgres://a,b/site?sslmode=require&target_session_attrs=primary',
    ['postgres://a/site?sslmode=require', 'postgres://b/site?sslmode=require'],
  ],
  ['postgres://a/site?target_session_attrs=read-write', ['postgres://a/site']],
  ['postgres://u@localhost:1/site?host=%2Ftmp', ['postgres://u@localhost:1/site?host=%2Ftmp']],
])('splitHosts makes one URL for each host of %s', (url, urls) => {
  expect(splitHosts(url)).toEqual(urls);
});

test('splitHosts refuses hosts that take no writes', () => {
  expect(splitHosts('postgres://a,b/site?target_session_attrs=standby')).toBeNull();
});
