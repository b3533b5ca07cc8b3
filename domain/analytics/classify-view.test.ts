import { describe, expect, test } from 'vitest';

import { createUserAgentParser } from './user-agent-parser.ts';
import { classifyView, type ViewCall } from './classify-view.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

function classify(call: Partial<ViewCall> = {}) {
  return classifyView(
    { agent: firefox, requestAgent: firefox, purpose: '', isAdministrator: false, ...call },
    createUserAgentParser(),
  );
}

test('a browser of a visitor is a view', () => {
  expect(classify()).toEqual({ agent: firefox, device: 'desktop', browser: 'Firefox' });
});

test('an agent that is longer than those of browsers is a machine', () => {
  expect(classify({ agent: firefox.padEnd(1000, '.0') })).toMatchObject({ device: 'desktop' });
  expect(classify({ agent: firefox.padEnd(1001, '.0') })).toBe('bot');
});

test('the agent is the one that is named, else that of the request', () => {
  expect(classify({ agent: `${firefox} `, requestAgent: 'node' })).toMatchObject({ agent: firefox });
  expect(classify({ agent: undefined })).toMatchObject({ agent: firefox });
  expect(classify({ agent: null })).toMatchObject({ agent: firefox });
  expect(classify({ agent: 7 })).toMatchObject({ agent: firefox });
});

describe('left out', () => {
  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36',
    'facebookexternalhit/1.1',
    'curl/8.9.1',
  ])('machines: %s', (agent) => {
    expect(classify({ agent })).toBe('bot');
    expect(classify({ agent: null, requestAgent: agent })).toBe('bot');
  });

  test('an empty user agent', () => {
    expect(classify({ agent: '', requestAgent: undefined })).toBe('bot');
  });

  test.each(['prefetch', 'prefetch;prerender', 'Prerender', 'preview'])('%s', (purpose) => {
    expect(classify({ purpose })).toBe('prefetch');
  });

  test('our own people', () => {
    expect(classify({ isAdministrator: true })).toBe('staff');
  });
});
