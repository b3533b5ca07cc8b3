import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';

import { addPost, contextAs } from '#tests/factories.ts';
import { useMailServer } from '#tests/mail-server.ts';
import { useProduct } from '#tests/product.ts';
import { expectSound } from './accessibility.ts';
import { long, test, visit } from './browser.ts';
import { signIn, visitAsWriter, writerAccount as owner, writerSettings } from './editor-page.ts';

const mail = useMailServer();
const product = useProduct(() => ({
  ...writerSettings,
  ...mail.settings,
  CONTACT_EMAIL: 'inbox@firm.invalid',
  NEWSLETTER_POSTAL_ADDRESS: '1 Pier Street',
  NEWSLETTER_REASON: 'You subscribed.',
}));

beforeAll(async () => {
  const { db } = product.database;
  await sql`
    insert into messages (kind, name, email, subject, message, industry, business_stage, page, campaign, status, read_at,
      spam_reason, spam_since, content_hash, text_hash, created_at)
    select case when n % 3 = 0 then 'application' else 'contact' end,
      'Visitor ' || n,
      'visitor' || n || '@harbour.test',
      case when n % 3 = 0 then 'JV Program Application' else 'A timetable for ferry number ' || n end,
      'We run ' || n || ' ferries.',
      case when n % 3 = 0 then 'Ferries' end, case when n % 3 = 0 then 'startup' end, '', '',
      (array['new', 'new', 'in_progress', 'answered', 'closed'])[1 + n % 5],
      case when n > 3 then now() end,
      case when n > 30 then 'links' end, case when n > 30 then now() end,
      sha256(n::text::bytea), sha256(n::text::bytea), now() - n * interval '5 hours'
    from generate_series(1, 33) n`.execute(db);
  await sql`
    insert into jobs (task, message_id, tries, done_at, given_up_at, last_error, created_at)
    select 'delivery', id, case when row_number() over (order by created_at desc) = 5 then 17 else 1 end,
      case when row_number() over (order by created_at desc) <> 5 then now() end,
      case when row_number() over (order by created_at desc) = 5 then now() end,
      case when row_number() over (order by created_at desc) = 5 then 'Message failed: 550 5.7.1 Relaying denied' end,
      created_at
    from messages where spam_reason is null`.execute(db);
  await sql`
    insert into subscribers (email, state, page, confirmed_at, unsubscribed_at, created_at)
    select 'reader' || n || '@harbour.test', (array['confirmed', 'pending', 'confirmed', 'unsubscribed'])[1 + n % 4],
      case when n % 2 = 0 then '/blog' else '' end, case when n % 2 = 0 then now() end, case when n % 4 = 3 then now() end,
      now() - n * interval '7 hours'
    from generate_series(1, 12) n`.execute(db);
});

/** The owner, signed in, on a screen whose script runs. */
async function open(path: string): Promise<Page> {
  const { page } = await visitAsWriter(product, { path });
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  return page;
}

/** Runs in the page: so long ago it was opened. One whose form is sent within two seconds is taken for a bot's. */
const passSeconds = (seconds: number) => void (performance.now = () => seconds * 1_000);

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: action }).press('Enter');
}

test('a message from the form to the mailbox: seen, taken care of, filed, sent again, deleted, restored', async () => {
  const visitor = await visit();
  await visitor.page.goto(`${product.origin}/contact?utm_campaign=Autumn`);
  const form = {
    Name: 'Grace Pier',
    Email: 'grace@pier.test',
    Subject: 'Lanterns',
    Message: 'Two words.\nOf light.',
  };
  // With keys alone: every Tab leads to the next field, and to none that people do not see.
  await visitor.page.getByLabel('Name').focus();
  for (const text of Object.values(form)) {
    await visitor.page.keyboard.type(text);
    await visitor.page.keyboard.press('Tab');
  }
  await visitor.page.evaluate(passSeconds, 2);
  await visitor.page.keyboard.press('Enter');
  await visitor.page.getByText("Message sent successfully. We'll be in touch soon!").waitFor();
  await visitor.close();
  const { source } = await mail.next('inbox@firm.invalid', 'Lanterns');
  expect(source).toMatch(/^Reply-To: grace@pier\.test$/m);
  expect(source).toMatch(/^Campaign: autumn$/m);

  const page = await open('/admin');
  await page.getByRole('link', { name: /^Grace Pier.*Lanterns.*(?:minute|ago)/ }).waitFor();
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: /Messages.*4/ })
    .click();
  await page.getByRole('searchbox').fill('lanterns');
  await page.getByText('1 message', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Lanterns', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Lanterns' }).waitFor();
  const reply = page.getByRole('link', { name: 'Reply' });
  expect(decodeURIComponent(String(await reply.getAttribute('href')))).toMatch(
    /^mailto:grace@pier\.test\?subject=Re: Lanterns&body=\s+Grace Pier wrote on .+:\s+> Two words\.\s+> Of light\.$/,
  );
  await reply.click();
  await page.getByText('Marked as answered.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('new');
  for (const words of ['grace@pier.test', '/contact', 'autumn', 'Delivered']) {
    await page.getByText(words, { exact: true }).first().waitFor();
  }

  await page.getByLabel('Status').selectOption('In progress');
  await page.getByLabel('Owner').selectOption('writer');
  // Before the session ends, the screen has loaded again: a load without a session goes to the sign-in screen.
  const loadedAgain = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().includes('.data'),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Message updated successfully.').waitFor();
  await loadedAgain;
  await page.getByLabel('Note').fill('Called back.');
  await sql`delete from sessions`.execute(product.database.db);
  await page.getByRole('button', { name: 'Add Note' }).press('Enter');
  await page.getByText('Your session has ended. Please sign in again.').waitFor();
  await signIn(page, product);
  await page.getByRole('button', { name: 'Add Note' }).press('Enter');
  await page.getByText('Note added successfully.').waitFor();
  await page.getByText('Called back.').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The message will be sent in a moment.').waitFor();
  await mail.next('inbox@firm.invalid', 'Lanterns');
  await page.getByRole('button', { name: 'Move to spam' }).click();
  await page.getByText('Marked as spam: an administrator moved it here.').waitFor();
  await page.getByRole('button', { name: 'Not spam' }).click();
  await page.getByRole('button', { name: 'Move to spam' }).waitFor();
  await choose(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Message deleted').first().waitFor();
  await page.waitForURL(/\/admin\/messages$/);
  await expect.poll(() => page.getByText('Lanterns').count()).toBe(0);

  await openDeleted(page);
  await expectSound(page, 'a deleted message');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Message restored successfully.').waitFor();
  await page.getByText('Called back.').waitFor();
  await choose(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Message deleted').first().waitFor();
  await openDeleted(page);
  await choose(page, 'Delete for good');
  await page.getByText(/for good\? This action cannot be undone\./).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Message deleted for good.').first().waitFor();
  await page.getByRole('link', { name: 'Deleted' }).click();
  await page.getByText('No deleted messages').waitFor();
});

async function openDeleted(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Deleted' }).click();
  await page.getByText('can be restored for 30 days').waitFor();
  await page.getByRole('link', { name: 'Lanterns', exact: true }).click();
  await page.getByText('It can be restored until').waitFor();
}

describe('the screens', () => {
  long('the inbox: filters, spam, what was given up, erasing a person', async () => {
    const hasty = await visit();
    await hasty.page.goto(`${product.origin}/contact`);
    await hasty.page.evaluate(passSeconds, 1.999);
    for (const label of ['Name', 'Subject', 'Message']) await hasty.page.getByLabel(label).fill('Haste');
    await hasty.page.getByLabel('Email').fill('haste@pier.test');
    await hasty.page.getByRole('button', { name: 'Send Message' }).click();
    await hasty.page.getByText("Message sent successfully. We'll be in touch soon!").waitFor();
    await hasty.close();

    const page = await open('/admin/messages');
    await page.getByText('1 message is kept here and has not reached your mailbox.').waitFor();
    await page.getByRole('button', { name: 'Filter' }).press('Enter');
    await page.getByLabel('Read', { exact: true }).selectOption('Unread only');
    await page.getByText(/^\d messages?$/).waitFor();
    await page.getByLabel('Read', { exact: true }).selectOption('All');
    await page.getByText(/^\d\d messages$/).waitFor();
    await page.getByLabel('Kind').selectOption('JV application');
    await page.getByText('10 messages').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Remove filter Kind: JV application' }).click();
    await page.getByText(/^3\d messages$/).waitFor();
    await page.getByRole('link', { name: /^Spam/ }).click();
    await page.getByText('Messages that look like spam are kept here for 30 days').waitFor();
    await page.getByRole('link', { name: 'Haste', exact: true }).click();
    await page.getByText('it was sent within two seconds of opening the page').waitFor();
    await page.goBack();
    // A message has a menu of that name too.
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
    await choose(page, 'Erase a Person');
    await page.getByLabel('Email').fill('visitor31@harbour.test');
    await page.keyboard.press('Enter');
    await page.getByText('All data of this person was erased.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('visitor31@harbour.test').waitFor({ state: 'detached' });
  });

  long('subscribers: in from a file, found, erased', async () => {
    const page = await open('/admin/subscribers');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByLabel('File').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Email,State\nnew@harbour.test,Confirmed\nreader1@harbour.test,Confirmed\nnobody,'),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    await page.getByText('1 added, 1 known already, 1 could not be read.').waitFor();
    await page.getByRole('button', { name: 'Ask 3 to Confirm' }).press('Enter');
    await page.getByText('3 emails will be sent.').waitFor();
    await mail.next('reader1@harbour.test', 'confirm?token=');
    await page.getByRole('searchbox').fill('new@');
    await page.getByText('1 of 13 subscribers total').waitFor();
    await page.getByRole('button', { name: 'Delete new@harbour.test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
    await page.getByText('0 of 12 subscribers total').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

test('a post from its form to the mailboxes of its subscribers, and no second time without two answers', async () => {
  const { db } = product.database;
  await sql`delete from subscribers`.execute(db);
  await sql`
    insert into subscribers (email, state, confirmed_at)
    select 'reader-' || n || '@visitor.test', 'confirmed', now() from generate_series(1, 3) n`.execute(db);
  await addPost(await contextAs(db, 'admin'), { title: 'Two ferries', published: 'true' });
  const page = await open('/admin/posts');
  await page.getByRole('link', { name: 'Two ferries' }).click();
  await page.getByRole('link', { name: 'Email this post to subscribers' }).click();
  // The domain of a test has no records in the DNS.
  await page.getByText('3 subscribers would get it. Missing before that:').waitFor();
  await page.getByRole('link', { name: 'Open the newsletter settings' }).waitFor();
  expect(await page.getByRole('button', { name: 'Email…' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Allow sending anyway' }).click();
  await page.getByText('3 subscribers will get it.').waitFor();
  await page.frameLocator('iframe').first().getByRole('heading', { name: 'Two ferries' }).waitFor();
  await expectSound(page, 'email-of-a-post');

  await page.getByRole('button', { name: 'Send me a test' }).click();
  await mail.next(owner.email, 'Test: Two ferries');

  await page.getByRole('button', { name: 'Email…' }).click();
  const answer = page.getByRole('button', { name: 'Email 3 subscribers' });
  expect(await answer.evaluate((button) => button === document.activeElement)).toBe(true);
  await answer.click();
  await page.getByRole('heading', { name: /^Emailed on / }).waitFor({ timeout: 30_000 });
  for (const n of [1, 2, 3]) await mail.next(`reader-${n}@visitor.test`);
  await page.getByText('All 3 subscribers have got this post already.').waitFor();

  expect(await page.getByRole('button', { name: 'Email again…' }).isDisabled()).toBe(true);
  await page.goto(`${product.origin}/admin/posts`);
  await page.getByRole('link', { name: /^emailed on / }).waitFor();
  expect(mail.received.filter(({ to }) => to[0]?.startsWith('reader-'))).toHaveLength(3);
});

long('the form of a draft says who gets the post by email, at most once a week', async () => {
  const { db } = product.database;
  const { id } = await addPost(await contextAs(db, 'admin'), { title: 'Three ferries' });
  const page = await open(`/admin/posts/edit/${id}`);
  const lines = page.getByRole('group', { name: 'Before publishing' });
  await lines.getByText('Draft. Publish makes it public at once.').waitFor();
  await lines.getByText('Subscribers get no email.').waitFor();
  await page.getByRole('switch', { name: 'Email this post to subscribers' }).click();
  await lines.getByText(/^3 subscribers will get it by email after .*: one post a week at most\.$/).waitFor();

  await page.getByRole('link', { name: 'Subject, introduction and preview' }).click();
  await page.getByLabel('Subject').fill('A third ferry');
  await page.getByLabel('Introduction').fill('Good morning!');
  await page.keyboard.press('Tab');
  await page.frameLocator('iframe').first().getByText('Good morning!').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Subject and introduction are saved.').waitFor();

  await page.getByRole('link', { name: 'Back to the post' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Post updated successfully.').waitFor();
});
