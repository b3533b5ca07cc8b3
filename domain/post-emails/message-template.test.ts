import { describe, expect, test } from 'vitest';

import { tokenPlace } from './compose-post-email.ts';
import { fillMessage, isPlainAddress, messageHeaders, splitMessage } from './message-template.ts';

const headers = messageHeaders.others('https://firm.test');
const source = [
  `To: ${messageHeaders.to}`,
  `Message-ID: ${messageHeaders.messageId}`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  '',
  `one ${tokenPlace} two ${tokenPlace.slice(0, 7)}=\r\n${tokenPlace.slice(7)} three`,
].join('\r\n');
const template = splitMessage(source);
const token = 'T'.repeat(43);
const id = '0f1e2d3c-0000-4000-8000-000000000000';
const fill = (recipient: Partial<{ id: string; to: string; token: string }>) =>
  fillMessage(template, { id, to: 'ada@visitor.test', token, ...recipient }, 'firm.test').toString();

describe('fillMessage', () => {
  test('puts address, id and token into their places, also where a line is folded', () => {
    const message = fill({});
    expect(message).toContain('To: ada@visitor.test\r\n');
    expect(message).toContain(`Message-ID: <${id}@firm.test>\r\n`);
    expect(message).toContain(`unsubscribe?token=${token}>`);
    expect(message.split('\r\n\r\n')[1]).toBe(
      `one ${token} two ${'T'.repeat(7)}=\r\n${'T'.repeat(36)} three`,
    );
    expect(message).not.toContain('goes-here');
  });

  test('leaves an address as it is that has a sign of replacements', () => {
    expect(fill({ to: '$&@visitor.test' })).toContain('To: $&@visitor.test\r\n');
  });

  test.each([
    { to: 'ada@visitor.test\r\nBcc: eve@evil.test' },
    { to: 'ada@visitor.test\nBcc: eve@evil.test' },
    { to: 'ada@visitor.test, eve@evil.test' },
    { to: '"Ada" <ada@visitor.test>' },
    { to: 'ada@visitor.test\u2028' },
    { to: 'ada' },
    { to: `${'a'.repeat(250)}@visitor.test` },
    { id: `${id}>\r\nBcc: eve@evil.test` },
    { token: `${'T'.repeat(41)}\r\n` },
    { token: 'short' },
  ])('refuses %j', (recipient) => {
    expect(() => fill(recipient)).toThrow(RangeError);
  });
});

test('isPlainAddress takes time in proportion to its input', () => {
  const began = performance.now();
  expect(isPlainAddress(`a@${'a-'.repeat(200_000)}`)).toBe(false);
  expect(isPlainAddress(`a@${'a-'.repeat(120)}`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(200);
});
