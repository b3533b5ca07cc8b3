import { sql } from 'kysely';
import { beforeAll, describe, expect } from 'vitest';

import { readToken } from '#domain/accounts/tokens/read-token.ts';
import { useProduct } from '#tests/product.ts';
import { expectSound } from './accessibility.ts';
import { long, test, visit } from './browser.ts';
import { visitAsWriter, writerAccount as owner, writerSettings } from './editor-page.ts';

const product = useProduct(writerSettings);

beforeAll(async () => {
  const { db } = product.database;
  await sql`insert into users (email, email_verified) values ('reader@firm.test', true),
    ('editor@firm.test', true), ('unproved@firm.test', false),
    (${`${'long'.repeat(50)}@firm.test`}, true)`.execute(db);
  await sql`insert into profiles (user_id, display_name) select id, 'A Reader' from users
    where email = 'reader@firm.test'`.execute(db);
  await sql`insert into admin_users (user_id, role) select id, 'editor' from users
    where email = 'editor@firm.test' or email like 'longlong%'`.execute(db);
});

describe('the auth screens', () => {
  test('signing in says what it does, and why not; the way back is kept', async () => {
    const { page } = await visit();
    await page.goto(`${product.origin}/admin/forgot-password`);
    await page.getByText('This site does not send email yet').waitFor();
    await expectSound(page, 'forgot-password');
    await page.goto(`${product.origin}/admin/users?q=reader`);
    await page.getByText('Enter your credentials to access the admin dashboard').waitFor();
    const loadedAgain = page.waitForEvent('load');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await loadedAgain;
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByTitle('Show password').click();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('alert').getByText('Invalid email or password. Please try again.').waitFor();
    await expectSound(page, 'login');

    await page.route('**/admin/login?*', (route) => route.abort(), { times: 1 });
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('An unexpected error occurred. Please try again.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(owner.email);

    let sent = 0;
    const goOn = Promise.withResolvers<void>();
    await page.route('**/admin/login?*', async (route) => {
      sent += 1;
      await goOn.promise;
      await route.continue();
    });
    const form = page.locator('form', { has: page.getByLabel('Email') });
    await form.evaluate((one: HTMLFormElement) => {
      one.requestSubmit();
      one.requestSubmit();
    });
    const busy = page.getByRole('button', { name: 'Signing in...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    expect(await page.getByLabel('Email').isDisabled()).toBe(true);
    expect(await page.getByLabel('Password', { exact: true }).isDisabled()).toBe(true);
    goOn.resolve();
    await page.getByText('Welcome back!').waitFor();
    expect(sent).toBe(1);
    await page.getByText("You've been successfully signed in.").waitFor();
    expect(page.url()).toBe(`${product.origin}/admin/users?q=reader`);

    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Media', exact: true }).click();
    await page.waitForURL('**/admin/login?from=%2Fadmin%2Fmedia');
    expect(await page.evaluate(() => '__reactRouterContext' in window)).toBe(false);
  });
});

describe('admin users', () => {
  long('searched, added, changed and removed with the keyboard alone; every dialog sound', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/users' });
    await page.getByText('3 admin users total', { exact: true }).waitFor();
    const search = page.getByPlaceholder('Search users...');
    await search.fill('EDITOR@');
    await page.getByText(/^1 of \d+ admin users total$/).waitFor();
    await search.fill('');
    await page.getByText('3 admin users total', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Add Admin' }).press('Enter');
    const add = page.getByRole('dialog', { name: 'Add Admin User' });
    await add
      .getByLabel('User', { exact: true })
      .getByText('reader@firm.test')
      .waitFor({ state: 'attached' });
    await add.getByRole('button', { name: 'Invite a new user instead' }).waitFor();
    await add.getByRole('button', { name: 'Add Admin' }).press('Enter');
    // Inside the dialog, where it is heard.
    await add.getByRole('alert').getByText('Please select a user.').waitFor();
    await add.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await add.getByRole('alert').waitFor({ state: 'detached' });
    await add.getByText('Please select a user.').waitFor();
    await add.getByLabel('User', { exact: true }).selectOption({ index: 1 });
    await add.getByLabel('Role').selectOption('Admin');
    await add.getByRole('button', { name: 'Add Admin' }).press('Enter');
    await page.getByText('Admin user created successfully.').waitFor();
    await page.getByText('4 admin users total', { exact: true }).waitFor();
    expect(
      await page.getByRole('button', { name: 'Add Admin' }).evaluate((one) => one === document.activeElement),
    ).toBe(true);

    await sql`insert into authors (name, slug, user_id) select 'A Reader', 'reader', id from users
      where email = 'reader@firm.test'`.execute(product.database.db);
    const row = page.getByRole('row').filter({ hasText: 'reader@firm.test' });
    await row.getByRole('button', { name: 'Edit reader@firm.test' }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit Admin User' });
    await edit.getByLabel('Role').selectOption('Super Admin');
    await edit.getByRole('button', { name: 'Update' }).press('Enter');
    await page.getByText('User role updated successfully.').waitFor();
    await row.getByText('Super Admin').waitFor();

    await row.getByRole('button', { name: 'Delete reader@firm.test' }).press('Enter');
    await page
      .getByText('Are you sure you want to remove reader@firm.test as an admin?', { exact: true })
      .waitFor();
    await page.getByRole('radio', { name: 'Remove the profile' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('Admin user removed successfully.').waitFor();
    expect(await product.database.db.selectFrom('authors').select('name').execute()).toEqual([]);
    await page.getByText('3 admin users total', { exact: true }).waitFor();

    const own = page.getByRole('row').filter({ hasText: owner.email });
    expect(await own.getByRole('button', { name: `Delete ${owner.email}` }).count()).toBe(0);
    expect(await own.getByRole('button', { name: `Edit ${owner.email}` }).isDisabled()).toBe(true);
  });

  test('an invitation is a link to pass on where no email leaves, and makes an account', async () => {
    // No user is left to choose.
    await sql`delete from users
      where id not in (select user_id from admin_users)`.execute(product.database.db);
    const { page } = await visitAsWriter(product, { path: '/admin/users' });
    await page.getByRole('button', { name: 'Add Admin' }).click();
    await page.getByRole('button', { name: 'Choose an existing user instead' }).waitFor();
    await page.keyboard.type('guest@firm.test');
    const { x = 0, y = 0 } = (await page.getByRole('dialog').getByLabel('Email').boundingBox()) ?? {};
    await page.mouse.move(x + 40, y + 10);
    await page.mouse.down();
    await page.mouse.move(5, y + 10);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Create Invitation' }).click();
    const link = await page.getByRole('dialog', { name: 'Invitation link' }).getByLabel('Link').inputValue();
    await expectSound(page, 'users-link');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation of guest@firm.test' }).waitFor();

    const guest = await visit();
    await guest.page.goto(link);
    await guest.page.getByLabel('Display name').fill('A Guest');
    await expectSound(guest.page, 'invitation');
    await guest.page.getByLabel('Password', { exact: true }).fill('a brand new one');
    await guest.page.getByRole('button', { name: 'Create account' }).click();
    await guest.page.getByText('Signed in as guest@firm.test', { exact: true }).waitFor();
    await guest.page.getByRole('link', { name: 'Users', exact: true }).click();
    await guest.page.getByText('Only admins and super admins can change this list.').waitFor();
    expect(await guest.page.getByRole('button', { name: /^(Add|Edit|Delete)/ }).count()).toBe(0);
    await guest.close();
  });
});

describe('your account and the activity log', () => {
  long('a token is created with a fresh proof, shown once, and ended', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/account?tab=tokens' });
    await page.getByText('You have no tokens.').waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Claude Code on my laptop');
    await page.getByLabel('Ends').selectOption('In 90 days');
    await page.getByLabel('Read drafts').check();
    await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(product.database.db);
    await page.getByRole('button', { name: 'Create token' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Your password', { exact: true }).fill(owner.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new token' }).getByRole('textbox');
    const secret = await shown.inputValue();
    await expectSound(page, 'account-token-created');
    const reader = {
      db: product.database.db,
      now: () => new Date(),
      signInWays: { passwords: true, singleSignOn: false, signUp: true },
    };
    expect(await readToken(reader, secret)).toMatchObject({
      tokenName: 'Claude Code on my laptop',
      rights: { propose: true, readDrafts: true },
    });
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Read, Propose, Read drafts · never used · ends').waitFor();
    await page.reload();
    await page.getByText('Read, Propose, Read drafts · last used').waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: 'End the token Claude Code on my laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('The token has ended.').waitFor();
    await page.getByText('You have no tokens.').waitFor();
    expect(await readToken(reader, secret)).toBeUndefined();
  });

  long('names, password and sessions are changed in place; the log shows it', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/account' });
    await page.getByLabel('Display name').fill('The Owner');
    await page.getByRole('button', { name: 'Save names' }).click();
    await page.getByText('Your account has been updated.').waitFor();
    await page.getByRole('link', { name: 'Sign-in', exact: true }).click();
    await page.getByLabel('Current password').fill(owner.password);
    await page.getByLabel('New password').fill('a brand new one');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page
      .getByText('Your password has been changed. Your other sessions and tokens have ended.')
      .waitFor();

    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.getByRole('cell', { name: `${owner.email} changed their password` }).waitFor();
  });
});
