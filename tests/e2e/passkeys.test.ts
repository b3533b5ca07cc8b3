import type { CDPSession, Page } from 'playwright-core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { expectSound } from './accessibility.ts';
import { expectQuiet, test, visit, type Visit } from './browser.ts';

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

/** Plugs a virtual authenticator with user verification into a page. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${origin}/admin/account`);
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('The passkey has been added.').waitFor();
  await page.getByText('never used').waitFor();
}

async function signOut(guest: Visit): Promise<void> {
  await guest.page.context().clearCookies();
}

describe('a passkey', () => {
  test('is added, signs in with one press within a second, and is removed', async ({ browser }) => {
    const guest = await visit(browser);
    const { page } = guest;
    await signIn(page);
    const { cdp, authenticatorId } = await addAuthenticator(page);
    await addPasskey(page, 'Work laptop');
    await expectSound(page, 'account-passkeys');

    await signOut(guest);
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    await page.goto(`${origin}/admin/login`);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.waitFor();
    await expectSound(page, 'login-passkey');
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    const pressedAt = performance.now();
    await button.click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const took = performance.now() - pressedAt;
    console.log(`Signed in with a passkey in ${took.toFixed(0)} ms.`);

    await page.goto(`${origin}/admin/account`);
    await page.getByText('Passkey · signed in').waitFor();
    await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The passkey has been removed.').waitFor();
    const { rows } = await sql`select name from passkeys`.execute(product.database.db);
    expect(rows).toEqual([]);
    expectQuiet(guest);
    await guest.close();
  });
});
