import { describe, expect, test } from 'vitest';

import { createUserAgentParser } from './user-agent-parser.ts';
import { classifyView, type ViewCall } from './classify-view.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const postId = '0e8dd0ba-bd0b-4b24-a1f3-65b9e4b6ba2f';

function classify(call: Partial<ViewCall> = {}) {
  return classifyView(
    { postId, agent: firefox, requestAgent: firefox, purpose: '', isAdministrator: false, ...call },
    createUserAgentParser(),
  );
}

test('a browser of a visitor that shows a post is a view', () => {
  const view = { kind: 'view', postId, agent: firefox, device: 'desktop', browser: 'Firefox' };
  expect(classify()).toEqual(view);
  expect(classify({ postId: postId.toUpperCase() })).toEqual(view);
});

test('an agent that is longer than those of browsers is a machine', () => {
  expect(classify({ agent: firefox.padEnd(1000, '.0') })).toMatchObject({ kind: 'view' });
  expect(classify({ agent: firefox.padEnd(1001, '.0') })).toMatchObject({ reason: 'bot' });
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
    expect(classify({ agent })).toEqual({ kind: 'ignored', reason: 'bot' });
    expect(classify({ agent: null, requestAgent: agent })).toEqual({ kind: 'ignored', reason: 'bot' });
  });

  test('an empty user agent', () => {
    expect(classify({ agent: '', requestAgent: undefined })).toEqual({ kind: 'ignored', reason: 'bot' });
  });

  test.each(['prefetch', 'prefetch;prerender', 'Prerender', 'preview'])('%s', (purpose) => {
    expect(classify({ purpose })).toEqual({ kind: 'ignored', reason: 'prefetch' });
  });

  test('our own people', () => {
    expect(classify({ isAdministrator: true })).toEqual({ kind: 'ignored', reason: 'staff' });
  });

  test.each([undefined, null, 7, '', 'hello', "' or true --", [postId], `${postId}0`])(
    'what is no post: %s',
    (id) => {
      expect(classify({ postId: id })).toEqual({ kind: 'ignored', reason: 'hidden' });
    },
  );
});
