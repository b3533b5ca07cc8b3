import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { useProduct } from '#tests/product.ts';
import { expectSound } from './accessibility.ts';
import { desktop, long, phone, test, visit } from './browser.ts';
import { openEditor, signIn, visitAsWriter, writerAccount as owner, writerSettings } from './editor-page.ts';
import {
  addPerson,
  bodyOf,
  button,
  openEdit,
  openNew,
  revokeSessions,
  storePost,
  titleOf,
  typeBody,
  writtenDown,
} from './writing-page.ts';

const product = useProduct(writerSettings);

/** Saves of the page do not arrive. */
const cutSaves = (page: Page) =>
  page.route('**/admin/posts/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );

const question = (page: Page) => page.getByRole('dialog', { name: 'Sign out and delete unsaved text?' });

async function isSignedIn(page: Page): Promise<boolean> {
  const answer = await page.request.get(`${product.origin}/admin/posts`, { maxRedirects: 0 });
  return answer.status() === 200;
}

describe('Sign Out', () => {
  test('with unsaved text asks first, then deletes it and signs out', async () => {
    const { page } = await visitAsWriter(product);
    const nativeQuestions: string[] = [];
    page.on('dialog', (asked) => {
      nativeQuestions.push(asked.type());
      void asked.accept();
    });
    const id = await storePost(product, { title: 'Half written', isPublic: true });
    await openEdit(page, id);
    await cutSaves(page);
    await typeBody(page, ' A secret half message.');
    // In front of the drawer of a phone as well.
    await page.setViewportSize(phone);
    await button(page, 'Open menu').click();
    await button(page, 'Sign Out').click();
    await question(page).getByText('Half written').waitFor();
    await expectSound(page, 'sign-out-question');
    await button(page, 'Cancel').click();
    await page.setViewportSize(desktop);
    expect(await isSignedIn(page)).toBe(true);
    expect(await writtenDown(page)).toMatchObject([{ values: { title: 'Half written' } }]);

    await button(page, 'Sign Out').click();
    await button(page, 'Sign out and delete').click();
    await page.waitForURL(`${product.origin}/`);
    expect(nativeQuestions).toEqual([]);
    expect(await isSignedIn(page)).toBe(false);
    await signIn(page, product);
    await openNew(page);
    expect(await writtenDown(page)).toEqual([]);
    await openEdit(page, id);
    expect(await bodyOf(page).textContent()).toBe('First words.');
    expect(await button(page, 'Restore').count()).toBe(0);
  });

  long('keeps the unsaved text of another user on this device', async () => {
    const { page } = await openEditor(product);
    await cutSaves(page);
    await titleOf(page).fill('Typed by the owner');
    await expect.poll(() => writtenDown(page)).toHaveLength(1);
    const other = await addPerson(product, 'colleague@firm.test');
    await signIn(page, product, other);
    page.on('dialog', (asked) => void asked.accept());
    await openNew(page);
    await titleOf(page).fill('Typed by the other');
    await expect.poll(() => writtenDown(page)).toHaveLength(2);
    await button(page, 'Sign Out').click();
    await question(page).getByText('Typed by the other').waitFor();
    expect(await question(page).getByText('Typed by the owner').count()).toBe(0);
    await button(page, 'Sign out and delete').click();
    await page.waitForURL(`${product.origin}/`);
    await signIn(page, product, owner);
    await page.goto('/admin/account');
    expect(await writtenDown(page)).toMatchObject([{ values: { title: 'Typed by the owner' } }]);
  });

  test('leaves nothing to see on a page that the browser brings back', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/users' });
    const heading = page.getByRole('heading', { level: 1, name: 'Admin Users' });
    const send = (type: string) =>
      page.evaluate((name) => {
        window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
      }, type);
    const hide = async () => {
      await send('pagehide');
      return heading.isHidden();
    };
    await expect.poll(hide).toBe(true);
    await send('pageshow');
    await heading.waitFor();
    await hide();
    await revokeSessions(product);
    await send('pageshow');
    await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
  });
});

describe('Users', () => {
  test('an admin signs out another user on all devices', async () => {
    const colleague = await addPerson(product, 'lost-laptop@firm.test');
    const { page: laptop } = await visit({ baseURL: product.origin });
    await signIn(laptop, product, colleague);
    expect(await isSignedIn(laptop)).toBe(true);

    const { page } = await visitAsWriter(product, { path: '/admin/users' });
    const own = page.getByRole('row').filter({ hasText: owner.email });
    expect(await own.getByRole('button', { name: /^End sessions/ }).count()).toBe(0);
    await button(page, `End sessions of ${colleague.email}`).click();
    const asked = page.getByRole('dialog', { name: 'End all sessions' });
    await asked.waitFor();
    await asked.getByRole('button', { name: 'End sessions', exact: true }).click();
    await page.getByText('Signed out on all devices.').waitFor();
    expect(await isSignedIn(laptop)).toBe(false);
    expect(await isSignedIn(page)).toBe(true);
  });
});
