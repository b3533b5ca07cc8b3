import { describe } from 'vitest';

import { payloads } from '#tests/xss-payloads.ts';
import { testPayloads } from './payload-tests.ts';

describe('script injections of the repository', () => {
  testPayloads(() => payloads);
});
