import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { listActivity } from './list-activity.ts';
import { recordSettings } from './record-settings.ts';

test('settings are told once, and then what changed in them', async ({ db }) => {
  const ctx = await contextAs(db, 'admin');
  const settings = { site_timezone: 'UTC', sign_up: true, contact_email: null };
  await recordSettings(ctx, settings);
  await recordSettings(ctx, settings);
  await recordSettings(ctx, { ...settings, sign_up: false });
  await recordSettings(ctx, { ...settings, sign_up: false });
  await recordSettings(ctx, settings);

  const query = { action: 'settings-changed', who: '', from: '', to: '', before: '', after: '' };
  const { entries } = await listActivity(ctx, query);
  expect(entries.map(({ changes }) => changes)).toEqual([
    [{ name: 'Sign-up', before: 'no', after: 'yes' }],
    [{ name: 'Sign-up', before: 'yes', after: 'no' }],
    [
      { name: 'Sign-up', before: null, after: 'yes' },
      { name: 'Time zone', before: null, after: 'UTC' },
    ],
  ]);
  expect(entries[0]).toMatchObject({
    who: 'The start of the site',
    words: 'changed the settings of',
    what: 'the site',
  });
});
