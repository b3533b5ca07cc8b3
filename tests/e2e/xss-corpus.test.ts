import { describe } from 'vitest';

import { payloadsMissing, readPayloads } from '#tests/xss-payloads.ts';
import { testPayloads } from './payload-tests.ts';

describe.skipIf(payloadsMissing !== null)(
  `script injections from public collections${payloadsMissing === null ? '' : ` (${payloadsMissing})`}`,
  () => {
    testPayloads(readPayloads);
  },
);
