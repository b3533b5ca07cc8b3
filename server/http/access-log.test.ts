import { expect, onTestFinished, test, vi } from 'vitest';

import type { LogFields, Logger } from '#adapters/log.ts';
import { fieldsOf } from '#tests/log-fields.ts';

import { createRequestLog, type LoggedRequest } from './access-log.ts';
import { createRoutePatterns } from './route-patterns.ts';

const routeOf = createRoutePatterns(['/about', '/preview/:token', '/api/email-events/:service/:token']);

function collect(perSecond = Infinity) {
  const lines: { message: string; fields: unknown }[] = [];
  const write = (message: string, fields?: LogFields) =>
    void lines.push({ message, fields: fieldsOf(fields) });
  const log: Logger = { debug: write, info: write, warn: write, error: write };
  return { lines, ...createRequestLog(log, perSecond, routeOf) };
}

function loggedRequest(part: Partial<LoggedRequest>): LoggedRequest {
  return {
    requestId: 'r',
    method: 'GET',
    pathname: '/about',
    status: 200,
    ms: 1.234,
    bytes: 10,
    isCutOff: false,
    ...part,
  };
}

test('a request is logged as one line with the path and no query', () => {
  const { lines, record } = collect();
  record(loggedRequest({}));
  expect(lines).toEqual([
    {
      message: 'request',
      fields: {
        requestId: 'r',
        method: 'GET',
        route: '/about',
        path: '/about',
        status: 200,
        ms: 1.2,
        bytes: 10,
      },
    },
  ]);
});

test('a missing address is written down, a flood of them is sampled', () => {
  const { lines, record } = collect();
  for (let index = 0; index < 5000; index += 1)
    record(loggedRequest({ pathname: `/nothing-${index}`, status: 404 }));
  expect(lines[0]?.fields).toMatchObject({ path: '/nothing-0', status: 404 });
  expect(lines).toHaveLength(50);
});

test('a missing address is written as it was asked for, escaped and cut to 300 characters', () => {
  const { lines, record } = collect();
  record(loggedRequest({ pathname: `/Nothing\n\u202e/${'Ab1'.repeat(200)}`, status: 404 }));
  const path = `/Nothing%0A%E2%80%AE/${'Ab1'.repeat(200)}`.slice(0, 300);
  expect(lines[0]?.fields).toMatchObject({ path });
});

test('a rate limits the lines about successful requests, and the others are counted', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { lines, record, close } = collect(100);
  for (let index = 0; index < 250; index += 1) record(loggedRequest({}));
  expect(lines).toHaveLength(100);
  record(loggedRequest({ status: 404 }));
  const omitted = 'Lines about successful requests were left out';
  vi.advanceTimersByTime(1_001);
  expect(lines.slice(101)).toEqual([{ message: omitted, fields: { count: 150 } }]);
  record(loggedRequest({}));
  expect(lines.at(-1)).toMatchObject({ message: 'request' });
  for (let index = 0; index < 104; index += 1) record(loggedRequest({}));
  close();
  expect(lines.at(-1)).toEqual({ message: omitted, fields: { count: 5 } });
  close();
  expect(lines).toHaveLength(203);
});

test('a server error is always logged, a successful health check never', () => {
  const { lines, record } = collect();
  record(loggedRequest({ pathname: '/healthz' }));
  record(loggedRequest({ pathname: '/assets/a-1.js', status: 304 }));
  expect(lines).toEqual([]);
  record(loggedRequest({ pathname: '/readyz', status: 503 }));
  expect(lines).toHaveLength(1);
});

const uuid = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
test.each([
  [200, `/admin/posts/edit/${uuid}`, `/admin/posts/edit/${uuid}`],
  [200, '/blog/the-10-best-ways-to-plan-a-release-2', '/blog/the-10-best-ways-to-plan-a-release-2'],
  [200, '/preview/Zx81kQpY_7aLmN0oPqRsTuVw', '/preview/…'],
  [404, '/preview/Zx81kQpY_7aLmN0oPqRsTuVw', '/preview/…'],
  [404, '/api/email-events/ses/0a1b2c3d4e5f60718293a4b5c6d7e8f9', '/api/email-events/ses/…'],
  [200, '/storage/blog-images/posts/0a1b2c3d4e5f60718293a4b5c6d7e8f9.webp', '/storage/blog-images/posts/…'],
  [404, '/Old/ThePageThatWeHadForYearsAndYears.aspx', '/Old/ThePageThatWeHadForYearsAndYears.aspx'],
  [400, '/caf\u00e9\u001b[31m%', '/caf%C3%A9%1B[31m%'],
  [404, `/${'a-'.repeat(4000)}`, `/${'a-'.repeat(149)}a`],
])('of a request answered %i, %s is written as %s', (status, pathname, path) => {
  const { lines, record } = collect();
  record(loggedRequest({ pathname, status }));
  expect(lines[0]?.fields).toMatchObject({ path });
});
