import { expect, test } from 'vitest';

import { checkDnsRecords } from './check-dns-records.ts';

test.each<[string, string[] | null, string[] | null, string[]]>([
  ['both set', ['x=1', 'v=spf1 mx -all'], ['v=DMARC1; p=none'], ['set', 'unknown', 'set']],
  ['none', ['v=spf10'], [], ['missing', 'unknown', 'missing']],
  ['two are none to a receiver', ['v=spf1 a', 'v=spf1 mx'], ['v=DMARC1'], ['wrong', 'unknown', 'set']],
  ['no answer', null, null, ['unknown', 'unknown', 'unknown']],
])('%s', (_, spf, dmarc, states) => {
  expect(
    checkDnsRecords('firm.test', spf, { at: '_dmarc.firm.test', records: dmarc }).map(({ state }) => state),
  ).toEqual(states);
});
