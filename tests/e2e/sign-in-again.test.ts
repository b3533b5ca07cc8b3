import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';

import { stepAt, totpCode } from '#domain/accounts/factors/totp.ts';
import { createClient } from '#tests/client.ts';
import { useIssuer } from '#tests/issuer.ts';
import { useProduct } from '#tests/product.ts';
import { nextCode, secretOf, setUpApp } from '#tests/totp-app.ts';
import { expectSound } from './accessibility.ts';
import { long, test, visit } from './browser.ts';
import { type Account, signIn, writerAccount as owner, writerSettings } from './editor-page.ts';
import {
  addPerson,
  button,
  openNew,
  postTitled,
  revokeSessions,
  titleOf,
  typeBody,
  untilScriptRuns,
} from './writing-page.ts';

const issuer = useIssuer();
const product = useProduct(() => ({ ...writerSettings, ...issuer.settings }));
/** A passkey belongs to a domain, so not to 127.0.0.1. */
let origin: string;

beforeAll(() => {
  issuer.serve(product.origin);
  origin = product.origin.replace('127.0.0.1', 'localhost');
});

/** A new post that was begun before the session ended, about to be published. */
async function writeAndPublish(page: Page, title: string, endSession: () => Promise<unknown>) {
  await openNew(page);
  await titleOf(page).fill(title);
  await typeBody(page, 'Every word.');
  await endSession();
  await button(page, 'Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  return dialog;
}

async function expectPublished(page: Page, title: string) {
  await page.waitForURL('**/admin/posts');
  expect(await postTitled(product, title)).toMatchObject({ published: true, content: '<p>Every word.</p>' });
}

async function typePassword(page: Page, { password }: Account) {
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Signs in at the issuer, in the tab that it opened in. */
async function signInThere(tab: Page, login: string) {
  await tab.getByPlaceholder('Enter any login').fill(login);
  await tab.getByPlaceholder('and password').fill('any');
  await tab.getByRole('button', { name: 'Sign-in' }).click();
}

/** Plugs a virtual authenticator with user verification into a page. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Adds a passkey on Your account, which belongs to the user who is signed in there. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${origin}/admin/account?tab=sign-in`);
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('The passkey has been added.').waitFor();
  await page.getByText('never used').waitFor();
}

describe('a session that ended while a post is written is begun again in place', () => {
  test('with the password and a code, where an authenticator app was set up meanwhile', async () => {
    const account = await addPerson(product, 'coder@firm.test');
    const { page } = await visit({ baseURL: product.origin });
    await signIn(page, product, account);
    const elsewhere = createClient(product);
    await elsewhere.post('/admin/login', { email: account.email, password: account.password });
    let code = '';
    const dialog = await writeAndPublish(page, 'With a code', async () => {
      const app = await setUpApp(elsewhere);
      code = nextCode(app);
    });
    await typePassword(page, account);
    const field = dialog.getByLabel('Code from your authenticator app');
    await field.waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectSound(page, 'sign-in-again-code');
    await field.fill('000000');
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await dialog.getByText('Invalid email or password. Please try again.').waitFor();
    await field.fill(code);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectPublished(page, 'With a code');
  });

  long('with a passkey', async () => {
    const account = await addPerson(product, 'keyholder@firm.test');
    const { page } = await visit({ baseURL: origin });
    await signIn(page, product, account, origin);
    await addAuthenticator(page);
    await addPasskey(page, 'Laptop');
    const dialog = await writeAndPublish(page, 'With a passkey', () => revokeSessions(product));
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectPublished(page, 'With a passkey');
  });

  long('by single sign-on in another tab, and not by another user of it', async () => {
    const account = await addPerson(product, 'single@firm.test');
    await addPerson(product, 'colleague@firm.test');
    await sql`update users set email_verified = true`.execute(product.database.db);
    for (const login of ['single', 'colleague']) {
      issuer.people.set(login, { email: `${login}@firm.test`, email_verified: true });
    }
    const { page } = await visit({ baseURL: product.origin });
    await signIn(page, product, account);
    const dialog = await writeAndPublish(page, 'By single sign-on', () => revokeSessions(product));
    await expectSound(page, 'sign-in-again');
    const openTab = async () => {
      const opened = page.context().waitForEvent('page');
      await dialog.getByRole('link', { name: 'Sign in with single sign-on' }).click();
      return opened;
    };
    const wrong = await openTab();
    await signInThere(wrong, 'colleague');
    await wrong.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await dialog.getByText('This text belongs to single@firm.test.').waitFor();
    await wrong.close();
    await page.context().clearCookies();
    const tab = await openTab();
    await signInThere(tab, 'single');
    await tab.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await expectSound(tab, 'sign-in-done');
    await expectPublished(page, 'By single sign-on');
  });
});

describe('a passkey', () => {
  long('is added, suggested by the browser, signs in with one press, and is removed', async () => {
    const { page } = await visit();
    await signIn(page, product, owner, origin);
    await addAuthenticator(page);
    await addPasskey(page, 'Work laptop');
    await page.context().clearCookies();
    await page.goto(`${origin}/admin/login`);
    // The virtual authenticator chooses the suggestion by itself.
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await page.context().clearCookies();
    await page.goto(`${origin}/admin/login`);
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn');
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

    await page.goto(`${origin}/admin/account?tab=sessions`);
    await page.getByText('Passkey · signed in').first().waitFor();
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByText('Your other sessions and your tokens have ended.').waitFor();
    await page.getByRole('link', { name: 'Sign-in', exact: true }).click();
    await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The passkey has been removed.').waitFor();
    const { rows } = await sql`select name from passkeys
      where name = 'Work laptop'`.execute(product.database.db);
    expect(rows).toEqual([]);
  });
});

/** The code that an app with this secret shows, so many steps from now. */
const codeOf = (secret: string, offset = 0) => totpCode(secretOf(secret), stepAt(new Date()) + offset);

describe('an authenticator app', () => {
  test('is set up with a QR code, asked for at the sign-in, and removed after a fresh proof', async () => {
    const { page } = await visit();
    await signIn(page, product, owner, origin);
    await page.goto(`${origin}/admin/account?tab=sign-in`);
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await page.locator('code').textContent()) ?? '';
    // The field has the focus.
    await page.keyboard.type('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This code is incorrect.').first().waitFor();
    await page.getByLabel('Code from your authenticator app').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    await page.locator('ul:focus').getByRole('listitem').first().waitFor();
    await expectSound(page, 'account-recovery-codes');

    await page.context().clearCookies();
    await page.goto(`${origin}/admin/login?from=%2Fadmin%2Faccount%3Ftab%3Dsign-in`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await page.keyboard.type('000000');
    await expectSound(page, 'second-factor');
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
    await sql`update users set authenticator_step = 0`.execute(product.database.db);
    await proof.getByLabel('Your password').fill(owner.password);
    await proof.getByLabel('Code from your authenticator app').fill(codeOf(secret));
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await codes.first().waitFor();

    await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The authenticator app has been removed.').waitFor();
    await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
  });
});

describe('a site that needs a second factor', () => {
  long('leads who has none through it at the sign-in', async () => {
    await sql`update installation set second_factor = 'everybody'`.execute(product.database.db);
    await sql`delete from passkeys`.execute(product.database.db);
    const { page } = await visit();
    await page.goto(`${origin}/admin/login`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await expectSound(page, 'second-factor-set-up');
    await addAuthenticator(page);
    await untilScriptRuns(page);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.goto(`${origin}/admin/users`);
    await page.getByLabel('Who needs a second factor').selectOption('none');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved who needs a second factor.').waitFor();
  });
});
