import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { isLong } from '#tests/long.ts';
import { useProduct } from '#tests/product.ts';
import { axeViolations } from './accessibility.ts';
import { long, test, visit } from './browser.ts';
import { openEditor, visitAsWriter, writerSettings } from './editor-page.ts';
import {
  bodyOf,
  button,
  openEdit,
  openNew,
  openStored,
  postTitled,
  savesItself,
  says,
  storePost,
  titleOf,
  typeBody,
  writtenDown,
} from './writing-page.ts';

const product = useProduct(writerSettings);

describe('a new post', () => {
  test('saves itself as a draft that can be found, goes on after a reload, and is one post in the end', async () => {
    const { page } = await openEditor(product);
    await typeBody(page, 'A body alone is a draft.');
    await says(page, /^Saved$/);
    expect(await postTitled(product, 'Untitled')).toMatchObject({ published: false });
    await page.reload();
    await bodyOf(page).getByText('A body alone is a draft.').waitFor();
    await titleOf(page).fill('Saves itself');
    await savesItself(page);
    expect(await postTitled(product, 'Saves itself')).toMatchObject({
      published: false,
      save_kind: 'autosave',
    });
    await page.waitForURL('**/admin/posts/new?draft=*');

    await page.reload();
    await bodyOf(page).getByText('A body alone is a draft.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Create New Post');
    await typeBody(page, ' More.');
    await button(page, 'Publish').dblclick();
    await page.waitForURL('**/admin/posts');
    await page.getByText('Post published successfully.').waitFor();
    expect(await postTitled(product, 'Saves itself')).toMatchObject({
      published: true,
      slug: 'saves-itself',
      content: '<p>A body alone is a draft. More.</p>',
    });
    await openNew(page);
    await expect.poll(() => writtenDown(page)).toEqual([]);
  });
});

describe('a published post', () => {
  test('gets pending changes that visitors see only after Save Changes, and that can be discarded', async () => {
    const { page } = await openStored(product, { title: 'Post being changed', isPublic: true });
    const slug = page.getByLabel('Slug', { exact: true });
    const before = await slug.inputValue();
    await slug.fill('another-address');
    await page.getByText('its earlier address will lead to the new one').waitFor();
    await slug.fill(before);
    await typeBody(page, ' Not live.');
    await savesItself(page, 'Saved, not live yet');
    await page.reload();
    await bodyOf(page).getByText('First words. Not live.').waitFor();
    expect((await postTitled(product, 'Post being changed')).content).toBe('<p>First words.</p>');
    expect(await axeViolations(page)).toEqual([]);
    const offer = page.getByRole('region', { name: 'Unsaved text' });
    await button(page, 'Discard changes').click();
    await says(page, /^Saved$/);
    expect(await bodyOf(page).textContent()).toBe('First words.');
    expect(await offer.count()).toBe(0);

    await typeBody(page, ' Now live.');
    await savesItself(page, 'Saved, not live yet');
    await typeBody(page, ' In the last second.');
    await button(page, 'Discard changes').click();
    await offer.waitFor();
    expect(await bodyOf(page).textContent()).toBe('First words.');
    await button(page, 'Restore').click();
    await offer.waitFor({ state: 'detached' });
    await button(page, 'Save Changes').dblclick();
    await page.getByText('Post updated successfully.').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await postTitled(product, 'Post being changed')).content).toBe(
      '<p>First words. Now live. In the last second.</p>',
    );
  });

  long('whose pending changes are stale asks which version to continue with', async () => {
    const { page, id } = await openStored(product, { title: 'VersionConflict', isPublic: true });
    await typeBody(page, ' In the draft.');
    await savesItself(page, 'Saved, not live yet');
    await product.database.db
      .updateTable('blog_posts')
      .set((eb) => ({ title: 'VersionConflict from elsewhere', version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await openEdit(page, id);
    const dialog = page.getByRole('dialog', { name: 'Another user saved this post' });
    await dialog.waitFor();
    const title = dialog.getByRole('group', { name: 'Title' });
    expect(await title.getByRole('radio', { name: /^Theirs/ }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await says(page, 'Saved, not live yet');
    expect(await titleOf(page).inputValue()).toBe('VersionConflict from elsewhere');
    await bodyOf(page).getByText('First words. In the draft.').waitFor();
  });
});

describe('beside the text', () => {
  test('a tag and a category are made on the spot, once, with keys', async () => {
    const { page } = await openEditor(product);
    await titleOf(page).fill('By keys alone');
    for (const [kind, name] of [
      ['New tag', 'Spot tag'],
      ['New category', 'Spot category'],
    ] as const) {
      await button(page, kind).press('Enter');
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      if (kind === 'New tag') await page.keyboard.press('Enter');
      else await button(page, 'Add').dblclick();
      await page.getByRole('textbox', { name: 'Name' }).waitFor({ state: 'detached' });
    }
    expect(await page.getByRole('checkbox', { name: 'Spot tag' }).isChecked()).toBe(true);
    await button(page, 'New tag').press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('spot TAG');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('checkbox').filter({ visible: true }).count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).press('Escape');
    await page.locator('button:focus', { hasText: 'New tag' }).waitFor();
    await page.getByRole('switch', { name: 'Featured' }).press('Space');
    await page.getByText(/^The home page shows two: /).waitFor();
    // A time alone is one of today.
    await page.getByLabel('Publish Time').fill('00:00');
    await page.getByText(/^Will be published: .* at 12:00 AM$/).waitFor();
    // Half of it cleared is no midnight.
    await page.getByLabel('Publish Time').press('Backspace');
    await button(page, 'Save Draft').click();
    await page.getByRole('alert').filter({ hasText: 'Please enter a time.' }).waitFor();
    expect(await page.getByLabel('Publish Time').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Publish Time').fill('00:00');

    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await bodyOf(page).click();
    await page.keyboard.type('Is this a question? Yes.');
    await button(page, 'Publish').click();
    await page.waitForURL('**/admin/posts');
    const post = await postTitled(product, 'By keys alone');
    expect(post).toMatchObject({ published: true, content: '<p>Is this a question? Yes.</p>' });
    const { rows } = await sql<{ tag: string; category: string }>`
      select t.name as tag, c.name as category from blog_posts p
      join blog_categories c on c.id = p.category_id
      join blog_post_tags pt on pt.post_id = p.id join blog_tags t on t.id = pt.tag_id
      where p.id = ${post.id}`.execute(product.database.db);
    expect(rows).toEqual([{ tag: 'Spot tag', category: 'Spot category' }]);
  });

  test('Save Draft leaves to the list, which can be closed at once without a question', async () => {
    const { page } = await openEditor(product);
    await titleOf(page).fill('Saved and gone');
    await typeBody(page, 'Some words.');
    // The browser's question, were the tab closed at any moment after the list has its address.
    await page.evaluate(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      const look = () => {
        if (location.pathname !== '/admin/posts') return;
        const event = new Event('beforeunload', { cancelable: true });
        window.dispatchEvent(event);
        if (event.defaultPrevented) asked.push(document.querySelector('h1')?.textContent ?? '');
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
      const pushState = history.pushState.bind(history);
      history.pushState = (...args) => {
        pushState(...args);
        look();
      };
    });
    await button(page, 'Save Draft').click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await page.getByText('Post saved as draft successfully.').waitFor();
    expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual([]);
  });

  long('a revision is compared with the text, and parts of it are brought back', async () => {
    const { page } = await openStored(product, { title: 'Has revisions', words: 'The first text.' });
    await typeBody(page, ' A second message.');
    await page.getByLabel('Excerpt').fill('Later excerpt.');
    await button(page, 'Save Changes').click();
    await page.getByText('Post updated successfully.').waitFor();
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Revisions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Revisions' }).waitFor();
    await page.locator('ins', { hasText: 'A second message.' }).waitFor();
    const changed = page.getByRole('region', { name: 'Content' }).locator('div', { hasText: /^Changed/ });
    await changed.getByText('The first text.').first().waitFor();
    await page.getByRole('checkbox', { name: 'Excerpt' }).uncheck();
    await button(page, 'Restore this version').dblclick();
    await page.getByText('Restored into the text you are editing.').waitFor();
    await bodyOf(page).getByText('The first text.', { exact: true }).waitFor();
    expect(await page.getByLabel('Excerpt').inputValue()).toBe('Later excerpt.');
    expect(await postTitled(product, 'Has revisions')).toMatchObject({ content: '<p>The first text.</p>' });
  });

  test('a draft is seen as its visitors will see it, and shared with a person without an account', async () => {
    const id = await storePost(product, { title: 'For other eyes', words: 'Read me.' });
    const { page } = await visitAsWriter(product, { path: `/admin/posts/preview/${id}` });
    await button(page, 'View as visitor').click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { level: 1, name: 'For other eyes' }).waitFor();
    await frame.getByRole('link', { name: 'Back to Blog' }).waitFor();
    await button(page, 'Share').click();
    await page.getByText('Links show this post as it is now, although it is not published.').waitFor();
    await button(page, 'Create link').dblclick({ delay: 100 });
    await page.getByRole('textbox', { name: 'Link' }).waitFor();
    await button(page, 'End link').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await button(page, 'End link').count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    const address = await page.getByRole('textbox', { name: 'Link' }).inputValue();

    const reader = await visit();
    const answer = await reader.page.goto(address);
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    await reader.page.getByText('Read me.').waitFor();
    await reader.page.getByText('Preview of a post that is not published yet.').waitFor();
    await button(page, 'End link').dblclick();
    await button(page, 'End link').waitFor({ state: 'detached' });
    expect((await reader.page.reload())?.status()).toBe(404);
    const token = new URL(address).pathname.split('/').at(-1) ?? '';
    expect(token.length).toBeGreaterThan(20);
    await expect.poll(() => product.output()).toContain('"path":"/preview/…"');
    expect(product.output()).not.toContain(token);
  });
});

describe('the line that is written', () => {
  test('stands still while the form saves again and again, at each width', async () => {
    const { page } = await openStored(product, { title: 'Stands still', isPublic: true });
    await bodyOf(page).click();
    await page.keyboard.press('Control+End');
    const places = new Set<number>();
    for (const width of isLong ? [1440, 1024, 390] : [1440]) {
      await page.setViewportSize({ width, height: 900 });
      places.clear();
      for (let save = 0; save < 5; save += 1) {
        await page.keyboard.type('x');
        places.add((await bodyOf(page).locator('p').first().boundingBox())?.y ?? Number.NaN);
        await page.keyboard.press('Control+s');
        await says(page, /^Saved$/);
        places.add((await bodyOf(page).locator('p').first().boundingBox())?.y ?? Number.NaN);
      }
      await page.keyboard.type('x');
      await savesItself(page, 'Saved, not live yet');
      await button(page, 'Discard changes').waitFor();
      places.add((await bodyOf(page).locator('p').first().boundingBox())?.y ?? Number.NaN);
      await page.keyboard.press('Control+s');
      await says(page, /^Saved$/);
      expect([...places], `${width} px`).toHaveLength(1);
      if (width === 1440) expect([...places][0]).toBeLessThanOrEqual(340);
      expect(
        await page.locator('[data-form-bar]').evaluate((bar) => bar.getBoundingClientRect().height),
      ).toBe(48);
    }
  });

  long('is not changed by a click into a text that ends with a table', async () => {
    const content = '<table><tbody><tr><td>Cell</td></tr></tbody></table>';
    const { page } = await openStored(product, { title: 'Ends with a table', content });
    await bodyOf(page).getByText('Cell').click();
    await page.keyboard.press('Home');
    await says(page, /^Saved$/);
    expect(await bodyOf(page).locator('> p').count()).toBe(0);
    await page.keyboard.type('My ');
    await bodyOf(page).locator('> p').waitFor();
  });
});

test('a refused Publish stays refused until its field is changed, and the field has the focus', async () => {
  const { page } = await visitAsWriter(product, { path: '/admin/posts/new?kind=case_study' });
  await titleOf(page).fill('Half a result');
  await page.getByLabel('Client', { exact: true }).fill('Harbor');
  await page.getByLabel('Result', { exact: true }).fill('38 %');
  await page.getByLabel('Label', { exact: true }).fill('fewer queues');
  await button(page, 'Publish').click();
  const refusal = page.getByRole('alert').filter({ hasText: 'at least 2 results' });
  await refusal.first().waitFor();
  await expect
    .poll(() => page.locator(':focus').evaluate((field: HTMLInputElement) => field.labels?.[0]?.textContent))
    .toBe('Result 2');
  await typeBody(page, 'Autosaved.');
  await says(page, /^Saved$/);
  await page.locator('p[role="alert"]', { hasText: 'at least 2 results' }).waitFor();
  expect(await page.getByLabel('Result 2').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Result 2').fill('2');
  await expect.poll(() => page.locator('p[role="alert"]').count()).toBe(0);
});

long('a chosen day without a time takes nine, and Publish says when', async () => {
  const { page } = await openStored(product, { title: 'Planned' });
  await button(page, 'Pick a date').click();
  await button(page, 'Next').click();
  await page.getByRole('grid').getByRole('button', { name: /15/ }).click();
  expect(await page.getByLabel('Publish Time').inputValue()).toBe('09:00');
  await page
    .locator('[data-form-bar]')
    .getByText(/^Public \w+ 15, \d+ at 9:00 AM$/)
    .waitFor();
  await button(page, 'Publish').hover();
  await page
    .locator('[data-form-bar]')
    .getByText(/^Draft\. Publish makes it public on /)
    .waitFor();
});
