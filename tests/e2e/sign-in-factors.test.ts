import type { Page } from 'playwright-core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { stepAt, totpCode } from '#domain/accounts/factors/totp.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { secretOf } from '#tests/totp-app.ts';
import { expectSound } from './accessibility.ts';
import { expectQuiet, test, visit, type Visit } from './browser.ts';
import { addAuthenticator, addPasskey } from './virtual-authenticator.ts';

const owner = { email: 'owner@firm.test', password: 'correct horse battery' };

let product: RunningProduct;
/** A passkey belongs to a domain, so not to 127.0.0.1. */
let origin: string;

beforeAll(async () => {
  product = await startProduct({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password });
  origin = product.origin.replace('127.0.0.1', 'localhost');
});
afterAll(() => product.stop());

async function signIn(page: Page): Promise<void> {
  await page.goto(`${origin}/admin/login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

async function signOut(guest: Visit): Promise<void> {
  await guest.page.context().clearCookies();
}

describe('a passkey', () => {
  test('is added, signs in with one press within a second, and is removed', async ({ browser }) => {
    const guest = await visit(browser);
    const { page } = guest;
    // The virtual authenticator would take the suggestion at the email field before the press.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await signIn(page);
    await addAuthenticator(page);
    await addPasskey(page, origin, 'Work laptop');
    await expectSound(page, 'account-passkeys');

    // The fastest of three: other tests run beside this one.
    const times: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await signOut(guest);
      await page.goto(`${origin}/admin/login`);
      const button = page.getByRole('button', { name: 'Sign in with a passkey' });
      await button.waitFor();
      if (n === 0) await expectSound(page, 'login-passkey');
      const pressedAt = performance.now();
      await button.click();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      times.push(performance.now() - pressedAt);
    }
    const took = Math.min(...times);
    console.log(`Signed in with a passkey in ${took.toFixed(0)} ms.`);

    await page.goto(`${origin}/admin/account`);
    await page.getByText('Passkey · signed in').first().waitFor();
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByText('Your other sessions have ended.').waitFor();
    await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The passkey has been removed.').waitFor();
    const { rows } = await sql`select name from passkeys`.execute(product.database.db);
    expect(rows).toEqual([]);
    expect(took).toBeLessThan(1_000);
    expectQuiet(guest);
    await guest.close();
  });

  test('is suggested by the browser at the email field, without a press', async ({ browser }) => {
    const guest = await visit(browser);
    const { page } = guest;
    await signIn(page);
    await addAuthenticator(page);
    await addPasskey(page, origin, 'Suggested');
    await signOut(guest);
    await page.goto(`${origin}/admin/login`);
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn');
    // The virtual authenticator chooses the suggestion by itself.
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expectQuiet(guest);
    await guest.close();
  });
});

/** The code that an app with this secret shows, so many steps from now. */
const codeOf = (secret: string, offset = 0) => totpCode(secretOf(secret), stepAt(new Date()) + offset);

describe('an authenticator app', () => {
  test('is set up with a QR code, asked for at the sign-in, and removed after a fresh proof', async ({
    browser,
  }) => {
    const guest = await visit(browser);
    const { page } = guest;
    await signIn(page);
    await page.goto(`${origin}/admin/account`);
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await page.locator('code').textContent()) ?? '';
    await expectSound(page, 'account-authenticator');
    await page.getByLabel('Code from your authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This code is not right.').first().waitFor();
    await page.getByLabel('Code from your authenticator app').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    await expectSound(page, 'account-recovery-codes');

    await signOut(guest);
    await page.goto(`${origin}/admin/login?from=%2Fadmin%2Faccount`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await expectSound(page, 'second-factor');
    await page.getByLabel('Code from your authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('Invalid email or password. Please try again.').waitFor();
    await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();

    await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(product.database.db);
    await page.getByRole('button', { name: 'Recovery codes' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Your password').fill('wrong horse');
    await proof.getByLabel('Code from your authenticator app').fill('000000');
    await expectSound(page, 'proof');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.getByRole('alert').getByText('Invalid email or password. Please try again.').waitFor();
    await sql`update authenticator_apps set last_step = 0`.execute(product.database.db);
    await proof.getByLabel('Your password').fill(owner.password);
    await proof.getByLabel('Code from your authenticator app').fill(codeOf(secret));
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await codes.first().waitFor();

    await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The authenticator app has been removed.').waitFor();
    await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
    expectQuiet(guest);
    await guest.close();
  });
});

describe('a site that needs a second factor', () => {
  test('leads who has none through it at the sign-in', async ({ browser }) => {
    await sql`update installation set second_factor = 'everybody'`.execute(product.database.db);
    await sql`delete from passkeys`.execute(product.database.db);
    const guest = await visit(browser);
    const { page } = guest;
    await page.goto(`${origin}/admin/login`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await expectSound(page, 'second-factor-set-up');
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.goto(`${origin}/admin/users`);
    await page.getByLabel('Who needs a second factor').selectOption('none');
    await expectSound(page, 'users-second-factor');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved who needs a second factor.').waitFor();
    expectQuiet(guest);
    await guest.close();
  });
});
