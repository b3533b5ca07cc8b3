import type { Page } from 'playwright-core';

/** Plugs a virtual authenticator with user verification into a page. */
export async function addAuthenticator(page: Page): Promise<void> {
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
export async function addPasskey(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/admin/account?tab=sign-in`);
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('The passkey has been added.').waitFor();
  await page.getByText('never used').waitFor();
}
