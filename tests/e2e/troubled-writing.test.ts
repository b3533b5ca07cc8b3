import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { photograph } from '#tests/image-files.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { longTest, test } from './browser.ts';
import { writerAccount, writerSettings } from './editor-page.ts';
import {
  bodyOf, button, closeTab, excerptOf, openEdit, openNew, postTitled, revokeSessions, says, signIn, storePost, titleOf,
  typeBody, writer,
} from './writing-page.ts'; // prettier-ignore

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

type Trouble = {
  /** What the form says while it lasts. */
  line: string;
  /** What is said of a press elsewhere, which has a message of its own. */
  said: (own: string) => string;
  /** @returns how it ends */
  begin: (page: Page) => Promise<() => Promise<void>>;
  /** What a writer does in a form when it is over. */
  goOn: (page: Page) => Promise<void>;
};

const troubles: Record<string, Trouble> = {
  'the network cut': {
    line: 'Not saved: there is no connection. Trying again…',
    said: (own) => own,
    async begin(page) {
      await page.context().setOffline(true);
      return () => page.context().setOffline(false);
    },
    goOn: async () => {},
  },
  'the server killed': {
    line: 'Not saved: there is no connection. Trying again…',
    said: (own) => own,
    begin: () => product.kill(),
    goOn: async () => {},
  },
  'the session revoked': {
    line: 'Not saved: your session has ended.',
    said: () => 'Your session has ended. Please sign in again.',
    async begin(page) {
      await revokeSessions(product);
      return () => signIn(page, product.origin);
    },
    async goOn(page) {
      // It comes by itself after the typing stops.
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByLabel('Password', { exact: true }).fill(writerAccount.password);
      await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
  },
};

describe.for(Object.entries(troubles))('with %s in the middle', ([name, { line, said, begin, goOn }]) => {
  longTest(
    'the list keeps its search and its selection, and a press works when repeated',
    async ({ browser }) => {
      const { page, close } = await writer(browser, product);
      const title = `In the list, ${name}`;
      await storePost(product, { title });
      await page.goto('/admin/posts');
      await page.getByPlaceholder('Search posts...').fill(title);
      await page.getByText('1 post found').waitFor();
      await page.getByLabel(`Select ${title}`).check();
      const end = await begin(page);
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title }) });
      await row.getByRole('button', { name: 'Draft' }).click();
      await page.getByText(said('Failed to update post. Please try again.')).waitFor();
      await row.getByRole('button', { name: `Actions for ${title}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText(said('Failed to delete post. Please try again.')).last().waitFor();
      await button(page, 'Filter').click();
      await page.getByText('Failed to load categories and tags.').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.getByPlaceholder('Search posts...').inputValue()).toBe(title);
      expect(await page.getByLabel(`Select ${title}`).isChecked()).toBe(true);
      await end();
      await row.getByRole('button', { name: 'Draft' }).click();
      await page.getByText('Post published successfully.').waitFor();
      await close();
    },
  );

  test('a new post keeps every field, also of what is made on the spot', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const title = `New, ${name}`;
    await openNew(page);
    await titleOf(page).fill(title);
    await typeBody(page, 'Before.');
    await says(page, /^Saved$/);
    const end = await begin(page);
    await typeBody(page, ' During.');
    await excerptOf(page).fill('Written meanwhile.');
    await button(page, 'New tag').click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Tag of ${name}`);
    await page.keyboard.press('Enter');
    await page.getByText(said('Failed to save tag.')).waitFor();
    await says(page, line);
    await end();
    await goOn(page);
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByRole('checkbox', { name: `Tag of ${name}` }).waitFor();
    await typeBody(page, ' After.');
    await button(page, 'Publish').click();
    await page.waitForURL('**/admin/posts');
    expect(await postTitled(product, title)).toMatchObject({
      published: true,
      excerpt: 'Written meanwhile.',
      content: '<p>Before. During. After.</p>',
    });
    await close();
  });

  longTest(
    'what the editor formats is kept, and an image arrives when it is tried again',
    async ({ browser }) => {
      const { page, close } = await writer(browser, product);
      const title = `Formatted, ${name}`;
      const id = await storePost(product, { title });
      await openEdit(page, id);
      await bodyOf(page).press('Control+a');
      const end = await begin(page);
      await page.keyboard.type('## Heading\nPlain, **bold** and `code`.\n- one\ntwo\n\n');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Image', exact: true }).click();
      await button(page, 'Choose images').click();
      const file = { name: 'one.png', mimeType: 'image/png', buffer: await photograph(40, 30, 'png') };
      await (await chooser).setFiles(file);
      await button(page, 'Try again').waitFor();
      await says(page, line);
      await end();
      await goOn(page);
      await button(page, 'Try again').click();
      await bodyOf(page).locator('figure img').waitFor();
      await says(page, /^Saved$/);
      expect((await postTitled(product, title)).content).toMatch(
        /^<h2>Heading<\/h2><p>Plain, <strong>bold<\/strong> and <code>code<\/code>\.<\/p><ul><li>one<\/li><li>two<\/li><\/ul><figure><img [^>]*><\/figure>$/,
      );
      await close();
    },
  );

  longTest('a closed tab and a way out of the form lose nothing', async ({ browser }) => {
    const { page: first, close } = await writer(browser, product);
    const title = `Left, ${name}`;
    const id = await storePost(product, { title, isPublic: true });
    await openEdit(first, id);
    const end = await begin(first);
    await typeBody(first, ' Typed before the tab was closed.');
    await excerptOf(first).fill('An excerpt.');
    await says(first, line);
    const page = await first.context().newPage();
    await closeTab(first);
    await end();
    await signIn(page, product.origin);
    await openEdit(page, id);
    await button(page, 'Restore').click();
    await bodyOf(page).getByText('First words. Typed before the tab was closed.').waitFor();

    const endAgain = await begin(page);
    await typeBody(page, ' And more.');
    await page.getByRole('link', { name: 'Back to Posts' }).click();
    await button(page, 'Leave').click();
    await bodyOf(page).waitFor({ state: 'detached' });
    await endAgain();
    await openEdit(page, id);
    await button(page, 'Restore').click();
    await button(page, 'Save Changes').click();
    await page.getByText('Post updated successfully.').waitFor();
    expect(await postTitled(product, title)).toMatchObject({
      excerpt: 'An excerpt.',
      content: '<p>First words. Typed before the tab was closed. And more.</p>',
    });
    await close();
  });

  longTest(
    'an earlier revision is brought back once it is over, and the later text stays among them',
    async ({ browser }) => {
      const { page, close } = await writer(browser, product);
      const title = `Earlier, ${name}`;
      const id = await storePost(product, { title });
      await openEdit(page, id);
      await typeBody(page, ' A later message.');
      await button(page, 'Save Changes').click();
      await page.getByText('Post updated successfully.').waitFor();
      await page.getByRole('link', { name: 'Revisions' }).click();
      await button(page, 'Restore this version').waitFor();
      const end = await begin(page);
      await button(page, 'Restore this version').click();
      await page
        .getByRole('alert')
        .filter({ hasText: said('Failed to update post.') })
        .waitFor();
      await end();
      await button(page, 'Restore this version').click();
      await page.getByText('Restored into the text you are editing.').waitFor();
      await bodyOf(page).getByText('First words.', { exact: true }).waitFor();
      const kept = await product.database.db
        .selectFrom('blog_post_revisions')
        .select('content')
        .where('post_id', '=', id)
        .execute();
      expect(kept.map(({ content }) => content)).toContain('<p>First words. A later message.</p>');
      await close();
    },
  );

  longTest('publish settings stay as they were chosen and are stored', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const title = `Settings, ${name}`;
    const id = await storePost(product, { title });
    await openEdit(page, id);
    const end = await begin(page);
    await page.getByRole('switch', { name: 'Featured' }).click();
    await button(page, 'Pick a date').click();
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Shift+PageDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Publish Time').fill('09:30');
    await says(page, line);
    const shown = await page.getByText(/^Will be published: /).textContent();
    await end();
    await goOn(page);
    await says(page, /^Saved$/);
    expect(await page.getByText(/^Will be published: /).textContent()).toBe(shown);
    const { featured, published, published_at } = await postTitled(product, title);
    expect({ featured, published, time: published_at?.toISOString().slice(11) }).toEqual({
      featured: true,
      published: false,
      time: '09:30:00.000Z',
    });
    await close();
  });

  longTest(
    'the library keeps an image that could not be deleted, and deletes it when asked again',
    async ({ browser }) => {
      const { page, close } = await writer(browser, product);
      const stored = await page.request.post('/api/images/editor-images?name=one.png', {
        headers: { origin: product.origin, 'content-type': 'application/octet-stream' },
        data: await photograph(40, 30, 'png'),
      });
      const { id } = await stored.json();
      await page.goto('/admin/media');
      await page.getByRole('button', { name: 'one.png' }).first().click();
      const end = await begin(page);
      const question = page.getByRole('dialog', { name: 'Delete image' });
      await button(page, 'Delete').click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await page.getByText(said('Failed to delete image.')).waitFor();
      const isThere = () =>
        product.database.db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst();
      await end();
      expect(await isThere()).toBeDefined();
      await question.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Image deleted successfully.').waitFor();
      expect(await isThere()).toBeUndefined();
      await close();
    },
  );

  longTest('the preview stays, and a link is made when asked for again', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: `Previewed, ${name}` });
    await page.goto(`/admin/posts/preview/${id}`);
    await button(page, 'Share').click();
    const end = await begin(page);
    await button(page, 'Create link').click();
    await page.getByText(said('The link could not be changed. Please try again.')).waitFor();
    await end();
    await button(page, 'Create link').click();
    await page.getByRole('textbox', { name: 'Link' }).waitFor();
    await close();
  });

  longTest('the text is looked through before publishing, and published whole', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const title = `Looked through, ${name}`;
    const id = await storePost(product, { title });
    await openEdit(page, id);
    const end = await begin(page);
    await typeBody(page, '\n##### Far too deep');
    await page
      .getByText('The first heading, “Far too deep”, is a Heading 5: begin with Heading 2.')
      .waitFor();
    await says(page, line);
    await end();
    await goOn(page);
    await says(page, /^Saved$/);
    await button(page, 'Publish').click();
    await page.getByText('Post updated successfully.').waitFor();
    expect(await postTitled(product, title)).toMatchObject({
      published: true,
      content: '<p>First words.</p><h5>Far too deep</h5>',
    });
    await close();
  });
});
