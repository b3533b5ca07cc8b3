import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { linkIn, startMailServer, type MailServer } from '#tests/mail-server.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { test, visit } from './browser.ts';
import { expectSound } from './accessibility.ts';

const reader = { email: 'reader@firm.test', password: 'correct horse battery' };

let mail: MailServer;
let product: RunningProduct;

beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct({
    ADMIN_EMAIL: 'owner@firm.test',
    ADMIN_PASSWORD: 'correct horse battery',
    EMAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    CONTACT_EMAIL: 'site@firm.test',
  });
});
afterAll(async () => {
  await product.stop();
  await mail.stop();
});

/** A screen that asks for something after its answer has asked and been told by now. */
async function untilIdle(page: Page): Promise<void> {
  await page.waitForTimeout(1_000);
  await page.waitForLoadState('networkidle');
}

test('an unconfirmed account is sent its email again, and the link confirms it without an error', async ({
  browser,
}) => {
  await fetch(`${product.origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.origin },
    body: JSON.stringify({ ...reader, username: 'reader', display_name: 'Reader' }),
  });
  const first = linkIn(await mail.next(reader.email));

  const visitor = await visit(browser);
  const { page } = visitor;
  await page.goto(`${product.origin}/admin/login`);
  await page.getByLabel('Email').fill(reader.email);
  await page.getByLabel('Password', { exact: true }).fill(reader.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText('Please check your email and confirm your account before signing in.')
    .waitFor();
  await expectSound(page, 'login-unconfirmed');
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await page.getByRole('status').getByText(`we sent the email to ${reader.email} again.`).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(reader.email);
  await expectSound(page, 'login-sent-again');
  // The browser reports the refused sign-in.
  visitor.complaints.splice(0);

  const second = linkIn(await mail.next(reader.email));
  expect(second).not.toBe(first);
  await page.goto(second);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
  await untilIdle(page);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test('a link for a new password sets it without an error', async ({ browser }) => {
  const visitor = await visit(browser);
  const { page } = visitor;
  await page.goto(`${product.origin}/admin/forgot-password`);
  await page.getByLabel('Email').fill(reader.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(linkIn(await mail.next(reader.email)));
  await page.getByLabel('New password', { exact: true }).fill('a brand new one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await untilIdle(page);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
