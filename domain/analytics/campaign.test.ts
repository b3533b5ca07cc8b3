import { expect, test } from 'vitest';

import { campaignOf } from './campaign.ts';

test.each([
  ['?utm_campaign=spring&utm_source=linkedin', 'spring'],
  ['?utm_source=linkedin', 'linkedin'],
  ['?utm_campaign=&utm_source=linkedin', 'linkedin'],
  ['?utm_medium=social', ''],
  ['', ''],
])('the campaign of "%s" is "%s"', (query, campaign) => {
  expect(campaignOf(new URLSearchParams(query))).toBe(campaign);
});
