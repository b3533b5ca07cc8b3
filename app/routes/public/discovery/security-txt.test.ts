import { expect, test } from 'vitest';

import { securityText } from './security-txt.ts';

const now = new Date('2026-11-22T10:11:12.345Z');

test('security.txt holds the contact, an expiry within a year and its canonical URL', () => {
  expect(securityText({ contact: 'mailto:security@firm.test', origin: 'https://firm.test', now })).toBe(
    'Contact: mailto:security@firm.test\nExpires: 2027-05-21T00:00:00Z\nPreferred-Languages: en\n' +
      'Canonical: https://firm.test/.well-known/security.txt\n',
  );
});

test('security.txt of a site without https has no canonical URL', () => {
  expect(securityText({ contact: 'https://firm.test/report', origin: 'http://localhost:3000', now })).toBe(
    'Contact: https://firm.test/report\nExpires: 2027-05-21T00:00:00Z\nPreferred-Languages: en\n',
  );
});
