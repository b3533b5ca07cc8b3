import { expect, test } from 'vitest';

import { defaultWords } from '#domain/site/site-words.ts';
import { readConfig } from './config.ts';
import { withSiteSettings } from './site-settings.ts';

const general = {
  ...defaultWords.general,
  email: 'hello@boat.test',
  timeZone: 'Asia/Tokyo',
  postalAddress: 'Pier 1',
};

test('words of Site are the settings where no variable is set, and are read anew at each use', () => {
  let words = defaultWords;
  const config = withSiteSettings(readConfig({}), () => words);
  // No one reads the mailbox of the example.
  expect([config.contactEmail, config.siteTimezone, config.newsletter.postalAddress]).toEqual([
    null,
    'UTC',
    null,
  ]);
  words = { ...defaultWords, general };
  expect([config.contactEmail, config.siteTimezone]).toEqual(['hello@boat.test', 'Asia/Tokyo']);
  expect(config.newsletter).toMatchObject({ postalAddress: 'Pier 1', reason: general.newsletterReason });
});

test('a variable that is set wins over the word of Site', () => {
  const variables = { CONTACT_EMAIL: 'a@b.test', SITE_TIMEZONE: 'Europe/Paris', NEWSLETTER_REASON: 'Asked.' };
  const config = withSiteSettings(readConfig(variables), () => ({ ...defaultWords, general }));
  expect([config.contactEmail, config.siteTimezone]).toEqual(['a@b.test', 'Europe/Paris']);
  expect(config.newsletter).toMatchObject({ postalAddress: 'Pier 1', reason: 'Asked.' });
});
