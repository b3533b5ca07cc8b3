import { expect, onTestFinished, test, vi } from 'vitest';

import type { LogFields, Logger } from '#adapters/log.ts';
import { fieldsOf } from '#tests/log-fields.ts';
import type { SecurityEvent } from '#domain/activity/record-activity.ts';
import { createSecurityLog } from './security-log.ts';

function createRecorder() {
  const lines: { level: string; message: string; fields: ReturnType<typeof fieldsOf> }[] = [];
  const write =
    (level: string) =>
    (message: string, fields?: LogFields): void => {
      lines.push({ level, message, fields: fieldsOf(fields) });
    };
  const log: Logger = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  return { log, lines };
}

const event = (name: SecurityEvent['event']): SecurityEvent => ({
  event: name,
  requestId: 'request-1',
  clientAddress: '192.0.2.1',
  userId: 'u',
  email: 'a@firm.test',
});

test('an event is one line with its name, who, from where and the request', () => {
  const { log, lines } = createRecorder();
  const report = createSecurityLog(log);
  report({ ...event('role-changed'), subjectId: 't', fromRole: 'editor', toRole: 'admin' });
  report(event('sign-in-failed'));
  expect(lines).toEqual([
    {
      level: 'info',
      message: 'security event',
      fields: { ...event('role-changed'), subjectId: 't', fromRole: 'editor', toRole: 'admin' },
    },
    { level: 'warn', message: 'security event', fields: event('sign-in-failed') },
  ]);
});

test('a flood of one event is cut and counted, and hides no other event', () => {
  const { log, lines } = createRecorder();
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const report = createSecurityLog(log);
  for (let n = 0; n < 500; n += 1) report(event('limit-reached'));
  report(event('permission-denied'));
  for (let n = 0; n < 100; n += 1) report(event('role-changed'));
  expect(lines.filter(({ fields }) => fields['event'] === 'limit-reached')).toHaveLength(50);
  expect(lines.filter(({ fields }) => fields['event'] === 'permission-denied')).toHaveLength(1);
  expect(lines.filter(({ fields }) => fields['event'] === 'role-changed')).toHaveLength(100);
  vi.advanceTimersByTime(10_001);
  report(event('limit-reached'));
  expect(lines.slice(-2)).toMatchObject([
    { message: 'Security events were left out', fields: { event: 'limit-reached', count: 450 } },
    { message: 'security event' },
  ]);
});
