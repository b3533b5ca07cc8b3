import { expect, test } from 'vitest';

import { readDeliveryReport } from './read-bounces.ts';

const report = (fields: string) =>
  `Reporting-MTA: dns; mx.x.test\r\n\r\nFinal-Recipient: rfc822; ada@x.test\r\n${fields}\r\n`;

test('a failed delivery is a hard bounce for an unknown address, else a soft one', () => {
  const status = report(
    'Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such\r\n user',
  );
  expect(readDeliveryReport(status)).toEqual({ kind: 'hard', reason: '550 5.1.1 No such user' });
  expect(readDeliveryReport(report('action: FAILED\nstatus: 5.2.2 (full)'))).toEqual({
    kind: 'soft',
    reason: '5.2.2 (full)',
  });
  expect(readDeliveryReport(report('Action: failed\nStatus: 4.4.7'))?.kind).toBe('soft');
});

test('a delay, a success, an automatic reply and texts that are no report are no bounces', () => {
  for (const text of [
    report('Action: delayed\r\nStatus: 4.4.1'),
    report('Action: delivered\r\nStatus: 2.0.0'),
    'Action: failed\nStatus: 5.1.1',
    'I am on vacation.',
    '',
    null,
  ]) {
    expect(readDeliveryReport(text)).toBe(null);
  }
});

test('of several groups the worst counts, and only the first twenty are read', () => {
  const group = (status: string) => `Action: failed\nStatus: ${status}\n`;
  expect(readDeliveryReport(`a: b\n\n${group('4.2.2')}\n${group('5.1.1')}`)?.kind).toBe('hard');
  expect(readDeliveryReport(`a: b\n\n${`${group('4.2.2')}\n`.repeat(20)}${group('5.1.1')}`)?.kind).toBe(
    'soft',
  );
});
