import { afterAll, beforeAll, expect } from 'vitest';

import { useProduct } from '#tests/product.ts';
import { startWebhookReceiver } from '#tests/webhook-receiver.ts';
import { expectSound } from './accessibility.ts';
import { test } from './browser.ts';
import { visitAsWriter, writerSettings } from './editor-page.ts';
import { untilScriptRuns } from './writing-page.ts';

const product = useProduct({ ...writerSettings, WEBHOOK_HOSTS: '127.0.0.1' });
let secret = '';
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  receiver = await startWebhookReceiver(() => secret);
});
afterAll(() => receiver.stop());

test('a webhook is made with its secret, tried, sent to again, changed and deleted', async () => {
  const { page } = await visitAsWriter(product, { path: '/admin/webhooks' });
  await untilScriptRuns(page);
  await page.getByRole('button', { name: 'New Webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Post hidden').uncheck();
  expect(await dialog.getByLabel('Send what leads wrote').isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of your webhook' });
  secret = await shown.getByRole('textbox').inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Message, JV application, Confirmed subscriber, Post published').waitFor();

  await page.getByRole('button', { name: `Send a test to ${receiver.url}` }).click();
  await page.getByText('Delivered', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send again: Test' }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(new Set(receiver.received.map(({ id, type }) => `${type} ${id}`)).size).toBe(1);
  await expectSound(page, 'webhooks');

  await page.getByRole('button', { name: `Edit ${receiver.url}` }).click();
  await dialog.getByLabel('Send what leads wrote').check();
  await dialog.getByRole('button', { name: 'Update' }).click();
  await page.getByText('with the texts of leads').waitFor();
  await page.getByRole('button', { name: `Delete ${receiver.url}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
});
