import { expect, test } from 'vitest';

import { defaultWords } from '#domain/site/site-words.ts';
import { readConfig } from './config.ts';
import { siteSettings } from './site-settings.ts';

const general = {
  ...defaultWords.general,
  email: 'hello@boat.test',
  timeZone: 'Asia/Tokyo',
  postalAddress: 'Pier 1',
};

test('the settings of the example have no mailbox, because no one reads it', () => {
  const { contactEmail, timeZone, postalAddress } = siteSettings(defaultWords, readConfig({}));
  expect([contactEmail, timeZone, postalAddress]).toEqual([null, 'UTC', null]);
});

test('words of Site are the settings where no variable is set', () => {
  expect(siteSettings({ ...defaultWords, general }, readConfig({}))).toMatchObject({
    contactEmail: 'hello@boat.test',
    timeZone: 'Asia/Tokyo',
    postalAddress: 'Pier 1',
    newsletterReason: general.newsletterReason,
  });
});

test('a variable that is set wins over the word of Site', () => {
  const variables = { CONTACT_EMAIL: 'a@b.test', SITE_TIMEZONE: 'Europe/Paris', NEWSLETTER_REASON: 'Asked.' };
  expect(siteSettings({ ...defaultWords, general }, readConfig(variables))).toMatchObject({
    contactEmail: 'a@b.test',
    timeZone: 'Europe/Paris',
    postalAddress: 'Pier 1',
    newsletterReason: 'Asked.',
  });
});
