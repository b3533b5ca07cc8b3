import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { useProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { expectQuiet, phone, test } from './browser.ts';
import {
  contentOf,
  dropOn,
  openEditor,
  paste,
  pixel,
  startAfresh,
  throughEditor,
  visitAsWriter,
  writerSettings,
  writtenIn,
} from './editor-page.ts';
import { footnotePaste, googleDocsPaste, webPagePaste, wordPaste } from './pastes.ts';

const product = useProduct(writerSettings);

/** In the order of the specification, with what a menu holds beside them at the end. */
const controls = [
  'Heading 1', 'Heading 2', 'Heading 3', 'Heading 4', 'Heading 5', 'Heading 6', 'Font', 'Size', 'Bold', 'Italic',
  'Underline', 'Strike', 'Text colour', 'Background colour', 'Subscript', 'Superscript', 'Ordered list', 'Bullet list',
  'Indent', 'Outdent', 'Align left', 'Align center', 'Align right', 'Justify', 'Blockquote', 'Code block', 'Link', 'Image',
  'Video', 'Clear formatting', 'More',
]; // prettier-ignore
const once =
  /^(?:Font|Size|Text col.*|Background.*|Indent|Outdent|Align left|Link|Image|Video|Clear.*|More)$/;
const pressed = controls.filter((name) => !once.test(name));

describe('the toolbar', () => {
  test('has every control, says which ones hold, and is walked with the keys alone', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    const names = toolbar.getByRole('button').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
    expect(await names).toEqual(controls);
    for (const name of controls)
      expect(await toolbar.getByRole('button', { name, exact: true }).isVisible(), name).toBe(true);
    expect(
      await content.evaluate((element) => element.getBoundingClientRect().height),
    ).toBeGreaterThanOrEqual(400);

    await content.click();
    await page.keyboard.type('words');
    for (const name of pressed) {
      const button = toolbar.getByRole('button', { name, exact: true });
      await page.keyboard.press('Control+a');
      // By the keys that it says are its own; then by a press.
      await page.keyboard.press((await button.getAttribute('aria-keyshortcuts')) ?? '');
      await page.waitForFunction(hasAriaPressed, name);
      await button.click();
      if (name.startsWith('Align') || name === 'Justify')
        await toolbar.getByRole('button', { name: 'Align left' }).click();
      expect(await writtenIn(content), name).toMatch(/^<p>words<\/p>$/);
    }

    // However long the text, it stays at hand.
    await throughEditor(content, ['<p>words</p>'.repeat(200)]);
    await content.locator('p').last().scrollIntoViewIfNeeded();
    expect(await toolbar.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    await startAfresh(content);

    // One stop of the Tab key; arrows go round, Home and End to the ends, Escape back to the text.
    expect(await toolbar.locator('button:not([popover] button)[tabindex="0"]').count()).toBe(1);
    await content.focus();
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('Home');
    await expectFocus(page, 'Heading 1');
    expect(await toolbar.getByTitle('Bold (Ctrl+B)', { exact: true }).count()).toBe(1);
    await page.keyboard.press('ArrowLeft');
    await expectFocus(page, 'More');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expectFocus(page, 'Heading 2');
    await page.keyboard.press('End');
    await expectFocus(page, 'More');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Content');
    expectQuiet(writer);
  });

  test('writes every look, and a video only from where it may come', async ({ browser }) => {
    const writer = await visitAsWriter(browser, product.origin);
    const { page } = writer;
    await page.goto(`${product.origin}/admin/posts/new`);
    await page.getByLabel('Title', { exact: true }).fill('Every look');
    const content = await contentOf(page);
    await startAfresh(content);
    for (const [menu, choice] of [
      ['Font', 'Serif'],
      ['Size', 'Huge'],
      ['Text colour', 'Red'],
      ['Background colour', 'Yellow'],
    ] as const) {
      await page.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
      await page.keyboard.type(`${choice} `);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Align center' }).click();
    await page.getByRole('button', { name: 'Indent' }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Clear formatting' }).click();
    await page.keyboard.type('/video');
    await page.getByRole('option', { name: 'Video' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Video' });
    await dialog.getByLabel('Address').fill('https://evil.test/embed/dQw4w9WgXcQ');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('Please enter the address of a video on').waitFor();
    await dialog.getByLabel('Address').fill('https://youtu.be/dQw4w9WgXcQ');
    await dialog.getByLabel('Title').fill('A talk');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await content.getByText('A talk').waitFor();
    const written = await writtenIn(content);
    for (const look of [
      'font-serif',
      'size-huge',
      'color-red',
      'background-yellow',
      'align-center',
      'indent-1',
    ])
      expect(written).toContain(look);
  });
});

test('selected words have the six most used controls beside them, not while the mouse draws', async ({
  browser,
}) => {
  const { page, content } = await openEditor(browser, product.origin);
  await throughEditor(content, ['<p>Words</p>']);
  const bubble = page.getByRole('toolbar', { name: 'Selection' });
  const words = await content.getByText('Words').boundingBox();
  const line = (words?.y ?? 0) + 5;
  await page.mouse.move(words?.x ?? 0, line);
  await page.mouse.down();
  await page.mouse.move((words?.x ?? 0) + 200, line, { steps: 4 });
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Words');
  expect(await bubble.count()).toBe(0);
  await page.mouse.up();
  await expect.poll(() => bubble.getByRole('button').count()).toBe(6);
  await bubble.getByRole('button', { name: 'Heading 3' }).click();
  await bubble.getByRole('button', { name: 'Bold' }).click();
  expect(await writtenIn(content)).toBe('<h3><strong>Words</strong></h3>');
});

describe('writing', () => {
  test('a key right behind a click acts on what the click has selected', async ({ browser }) => {
    const { page } = await visitAsWriter(browser, product.origin);
    await page.goto(`${product.origin}/admin/posts/new`);
    const content = await contentOf(page);
    await content.pressSequentially('words');
    for (let time = 0; time < 4; time += 1) {
      await content.click();
      await page.keyboard.press('Control+a');
      expect(await page.evaluate(() => String(getSelection()))).toBe('words');
    }
  });

  test('Markdown, tables, code with its language, undo, find and replace, counting, full screen', async ({
    browser,
  }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);

    await startAfresh(content);
    await page.keyboard.type(
      '## Two\nA **bold** and *slanted* [word](https://example.org/) `code`\n\n- one\ntwo\n\n',
    );
    await page.keyboard.type('> said\n\n```rust ');
    await page.keyboard.type('fn main() {}');
    expect(await writtenIn(content)).toBe(
      '<h2>Two</h2><p>A <strong>bold</strong> and <em>slanted</em> <a href="https://example.org/">word</a> <code>code</code></p><p></p>' +
        '<ul><li>one</li><li>two</li></ul><blockquote><p>said</p></blockquote>' +
        '<pre><code class="language-rust">fn main() {}</code></pre>',
    );
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: 'Go', exact: true }).click();
    expect(await writtenIn(content)).toContain('<code class="language-go">');

    await startAfresh(content);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Table', exact: true }).click();
    await page.keyboard.type('Name');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Age');
    const table = page.getByRole('toolbar', { name: 'Table' });
    for (const [menu, choice] of [
      ['Column', 'Delete column'],
      ['Row', 'Add row below'],
    ] as const) {
      await table.getByRole('button', { name: menu }).click();
      await page.getByRole('menuitem', { name: choice }).click();
    }
    // Beside the block, and over none of it.
    const [tools, block] = await Promise.all([table.boundingBox(), content.locator('table').boundingBox()]);
    const gap = (tools?.y ?? 0) - ((block?.y ?? 0) + (block?.height ?? 0));
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(10);
    expect(await writtenIn(content)).toBe(
      '<table><thead><tr><th>Name</th><th></th></tr></thead><tbody><tr><td></td><td></td></tr><tr><td></td><td></td></tr>' +
        '<tr><td></td><td></td></tr></tbody></table>',
    );

    await throughEditor(content, ['<p>The Cat sat. A cat sits.</p><p>No dogs.</p>']);
    await content.click();
    await page.keyboard.press('Control+f');
    const find = page.getByRole('search', { name: 'Find in the text' });
    await find.getByLabel('Find', { exact: true }).fill('cat');
    await find.getByText('1 of 2').waitFor();
    await find.getByLabel('Replace with').fill('owl');
    await find.getByRole('button', { name: 'Replace', exact: true }).click();
    await find.getByText('1 of 1').waitFor();
    await find.getByRole('button', { name: 'Replace all' }).click();
    expect(await writtenIn(content)).toBe('<p>The owl sat. A owl sits.</p><p>No dogs.</p>');
    await page.keyboard.press('Escape');
    await page.getByText('8 words · 1 min read').waitFor();
    await page.keyboard.press('Control+z');
    expect(await writtenIn(content)).toContain('A cat sits.');

    await page.keyboard.press('Control+Shift+f');
    const frame = await content.evaluate(
      (element) => element.closest('.fixed')?.getBoundingClientRect().width,
    );
    expect(frame).toBe(1440);
    await page.keyboard.press('Escape');
    expect(await content.evaluate((element) => element.closest('.fixed'))).toBeNull();

    // What stands in the text as a whole is not written over.
    const kept = '<dl><dt>Word</dt><dd>What it means</dd></dl>';
    await throughEditor(content, [`<p>One</p>${kept}<p>Two</p>`]);
    await content.locator('dl').click();
    await page.keyboard.type('new');
    expect(await writtenIn(content)).toBe(`<p>One</p>${kept}<p>new</p><p>Two</p>`);
    await content.locator('dl').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' end');
    expect(await writtenIn(content)).toBe(`<p>One</p>${kept}<p>new</p><p>Two end</p>`);

    // Another text in its place is one step.
    await throughEditor(content, ['<p>Before.</p>', '<p>After.</p>']);
    await content.click();
    await page.keyboard.press('Control+z');
    expect(await writtenIn(content)).toBe('<p>Before.</p>');
    expectQuiet(writer);
  });

  test('a paste brings what its author meant and leaves what a page only wears', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);

    for (const { html, written } of [wordPaste, footnotePaste, googleDocsPaste, webPagePaste]) {
      await startAfresh(content);
      await paste(content, { 'text/html': html, 'text/plain': 'plain' });
      expect((await writtenIn(content)).replaceAll(/(fn(?:ref)?)-\d+-/g, '$1-')).toBe(written);
    }
    await page.getByText('An image on another site was left out.').waitFor();

    await startAfresh(content);
    await paste(content, {
      'text/plain': '# Title\n\nA **bold** word, [here](https://example.org/).\n\n1. one\n2. two\n',
    });
    await content.locator('h1').waitFor();
    expect(await writtenIn(content)).toBe(
      '<h1>Title</h1><p>A <strong>bold</strong> word, <a href="https://example.org/">here</a>.</p><ol><li>one</li><li>two</li></ol>',
    );

    // Several blocks begin a new one, and what follows goes on behind them; one block goes on in the line.
    const heading = '<h2>One</h2><p>Two</p>';
    for (const [steps, written] of [
      [[], `<p>Line</p><h2>One</h2><p>Two!</p>`],
      [['Home'], `<h2>One</h2><p>Two!</p><p>Line</p>`],
      [['ArrowLeft'], `<p>Lin</p><h2>One</h2><p>Two!</p><p>e</p>`],
    ] as const) {
      await throughEditor(content, ['<p>Line</p>']);
      await content.getByText('Line').click();
      for (const key of ['End', ...steps, 'Control']) await page.keyboard.press(key);
      await paste(content, { 'text/html': heading, 'text/plain': 'plain' });
      await page.keyboard.type('!');
      expect(await writtenIn(content)).toBe(written);
    }
    await throughEditor(content, ['<ul><li>Line</li></ul>']);
    await content.getByText('Line').click();
    await page.keyboard.press('End');
    await paste(content, { 'text/html': '<p>, goes on</p>', 'text/plain': 'plain' });
    await paste(content, { 'text/html': footnotePaste.html, 'text/plain': 'plain' });
    await page.keyboard.type('!');
    expect(await writtenIn(content)).toMatch(
      /^<ul><li><p>Line, goes on<\/p><p>Said.*>Body.!<\/p><\/li><\/ul><ol/,
    );

    await startAfresh(content);
    await paste(content, { 'text/plain': 'Not * Markdown, 2 * 3 _ 4.\nSecond line.' });
    expect(await writtenIn(content)).toBe('<p>Not * Markdown, 2 * 3 _ 4.</p><p>Second line.</p>');
    expectQuiet(writer);
  });
});

describe('images', () => {
  test('are sent, several at once and from pasted text, described, and stored by their address alone', async ({
    browser,
  }) => {
    const writer = await visitAsWriter(browser, product.origin);
    const { page } = writer;
    await page.goto(`${product.origin}/admin/posts/new`);
    await page.getByLabel('Title', { exact: true }).fill('With images');
    const content = await contentOf(page);
    await startAfresh(content);

    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose images' }).click();
    const image = { mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') };
    await (
      await chooser
    ).setFiles([
      { name: 'one.png', ...image },
      { name: 'two.png', ...image },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not an image') },
    ]);
    await content.locator('figure').nth(1).waitFor();
    const failed = content.locator('.upload.has-failed');
    await failed.waitFor();
    await failed.getByRole('button', { name: 'Remove' }).click();
    expect(await writtenIn(content)).toMatch(
      /^<figure><img src="\/storage\/blog-images\/editor-images\/\d+\.png" width="1" height="1"><\/figure>(?:<p><\/p>)*<figure><img [^>]*><\/figure>$/,
    );

    await content.locator('figure img').first().click();
    await page
      .getByRole('toolbar', { name: 'Image' })
      .getByRole('button', { name: 'Alt text and width' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Image' });
    await dialog.getByLabel('Alt text').fill('A red dot');
    await dialog.getByLabel('Width').selectOption('Half');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await content.locator('figcaption').first().click();
    await page.keyboard.type('The dot');
    expect(await writtenIn(content)).toMatch(
      /^<figure class="width-half"><img src="[^"]*" alt="A red dot" width="1" height="1"><figcaption>The dot<\/figcaption><\/figure>/,
    );
    await page.getByText('An image has no alt text.').waitFor({ state: 'attached' });

    await startAfresh(content);
    await paste(content, {
      'text/html': `<p>Before</p><img src="data:image/png;base64,${pixel}" alt="x"><p>After</p>`,
    });
    await content.locator('figure').waitFor();
    expect(await writtenIn(content)).toMatch(
      /^<p>Before<\/p><figure><img src="\/storage\/[^"]*"[^>]*><\/figure><p>After<\/p>$/,
    );
  });

  test('are waited for by a press and before leaving, where they were dropped; one that fails calls the press off', async ({
    browser,
  }) => {
    const writer = await visitAsWriter(browser, product.origin);
    const { page } = writer;
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    const stored = () =>
      product.database.db
        .selectFrom('blog_posts')
        .select(['published', 'content', 'featured_image'])
        .where('title', '=', 'Waits for images')
        .execute();
    let isBroken = true;
    let letGo = () => {};
    await page.route('**/api/images/**', async (route) => {
      if (isBroken) return route.fulfill({ status: 503, json: { message: 'Please try again.' } });
      await new Promise<void>((resolve) => (letGo = resolve));
      return route.continue();
    });
    await page.goto(`${product.origin}/admin/posts/new`);
    await page.getByLabel('Title', { exact: true }).fill('Waits for images');
    const content = await contentOf(page);
    await throughEditor(content, ['<p>Above.</p><p>Below.</p>']);
    await dropOn(content.getByText('Below.'), pixel, 'dropped.png');
    await content.getByText('dropped.png: Please try again.').waitFor();
    await page.getByText('Saved, without 1 image that failed').waitFor();
    await publish.click();
    await page.getByText('An image was not uploaded. Try it again or remove it').waitFor();

    isBroken = false;
    await content.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Saved, 1 image still on the way').waitFor();
    await page.getByRole('link', { name: 'Back to Posts' }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leaving.getByText('An image has not been uploaded yet and would be lost.').waitFor();
    await leaving.getByRole('button', { name: 'Stay' }).click();

    await publish.click();
    const notice = page.getByRole('region', { name: 'Uploads under way' });
    await notice.getByText('An image is still being uploaded.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Cancel saving' }).click();
    await notice.waitFor({ state: 'detached' });
    await publish.dblclick();
    await notice.waitFor();
    expect(await stored()).toMatchObject([{ published: false }]);
    letGo();
    await page.waitForURL('**/admin/posts');
    expect(await stored()).toEqual([
      {
        published: true,
        content: expect.stringMatching(
          /^<p>Above.<\/p><figure><img src="\/storage[^>]*><\/figure><p>Below.<\/p>$/,
        ),
        featured_image: null,
      },
    ]);
  });
});

describe('with keys alone', () => {
  test('a post is written, formatted, illustrated, scheduled and published', async ({ browser }) => {
    const writer = await visitAsWriter(browser, product.origin);
    const { page } = writer;
    const { keyboard } = page;
    await page.goto(`${product.origin}/admin/posts`);
    await tabTo(page, 'New Post');
    await keyboard.press('Enter');
    const content = await contentOf(page);

    await tabTo(page, 'Title');
    await keyboard.type('By keys');
    await tabTo(page, 'Excerpt');
    await keyboard.type('Nothing but keys.');
    await tabTo(page, 'Content');
    await keyboard.type('## Heading\nPlain and ');
    await keyboard.press('Control+b');
    await keyboard.type('bold');
    await keyboard.press('Control+b');
    await keyboard.type('\nSaid');
    await keyboard.press('Alt+F10');
    while ((await focusedName(page)) !== 'Blockquote') await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Content');
    await keyboard.type('.\n\n');
    const chooser = page.waitForEvent('filechooser');
    await keyboard.type('/image');
    await page.getByRole('option', { name: 'Image' }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Insert images' }).waitFor();
    await keyboard.press('Enter');
    await (
      await chooser
    ).setFiles({ name: 'one.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
    await content.locator('figure img').waitFor();
    await keyboard.press('Control+End');
    await keyboard.type('End.');
    await keyboard.press('ArrowUp');
    await keyboard.type('A caption');
    await tabTo(page, 'Alt text and width');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Image' }).waitFor();
    await keyboard.type('A red dot');
    await tabTo(page, 'Apply');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Image' }).waitFor({ state: 'detached' });

    await tabTo(page, 'Pick a date');
    await keyboard.press('Enter');
    await page.getByRole('grid').waitFor();
    // The keys go to the calendar once it has taken the focus.
    await page.locator('[role="grid"] :focus').waitFor();
    await keyboard.press('Shift+PageDown');
    await keyboard.press('Enter');
    // The calendar gives the focus back when it has gone.
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.locator('button:focus').waitFor();
    await tabTo(page, 'Publish Time');
    await keyboard.type('0930AM');
    await page.getByText(/^Will be published: .* at 9:30 AM$/).waitFor();
    await keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'Publish this post?' }).waitFor();
    await keyboard.press('Control+Enter');
    await page.waitForURL('**/admin/posts');
    await page.getByText('Scheduled', { exact: true }).waitFor();
    expect((await page.request.get(`${product.origin}/blog/by-keys`)).status()).toBe(404);

    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'By keys' }) });
    for (const [action, badge] of [
      ['Unpublish', 'Draft'],
      ['Publish', 'Published'],
    ] as const) {
      await tabTo(page, 'Actions for By keys');
      await keyboard.press('Enter');
      while ((await focusedName(page)) !== action) await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await page.getByText('Scheduled', { exact: true }).waitFor({ state: 'detached' });
      await row.locator('button:not([aria-disabled=true])', { hasText: badge }).waitFor();
    }
    const { content: stored } = await product.database.db
      .selectFrom('blog_posts')
      .select('content')
      .where('slug', '=', 'by-keys')
      .executeTakeFirstOrThrow();
    expect(stored).toMatch(
      /^<h2>Heading<\/h2><p>Plain and <strong>bold<\/strong><\/p><blockquote><p>Said\.<\/p><\/blockquote><figure><img [^>]*alt="A red dot"[^>]*><figcaption>A caption<\/figcaption><\/figure><p>End\.<\/p>$/,
    );
    expect((await page.request.get(`${product.origin}/blog/by-keys`)).status()).toBe(200);
    expectQuiet(writer);
  });
});

describe('for everybody', () => {
  test('axe finds no violation with menus and dialogs open, light and dark, wide and narrow', async ({
    browser,
  }) => {
    for (const options of [{}, { colorScheme: 'dark' as const, viewport: phone }]) {
      const { writer, page, content } = await openEditor(browser, product.origin, options);
      await throughEditor(content, [
        '<h2>Two</h2><p>Words <span class="color-gray background-pink">and colors</span>.</p><table><tbody><tr><td>x</td></tr></tbody></table>',
      ]);
      expect(await axeViolations(page)).toEqual([]);
      // However far down: how the text is kept, the buttons and the toolbar, none over another.
      await throughEditor(content, ['<p>A line.</p>'.repeat(80)]);
      await content.press('Control+End');
      await page.keyboard.type('.');
      const [buttons, bar] = await Promise.all(
        [
          page.getByRole('button', { name: 'Save Draft' }),
          page.getByRole('toolbar', { name: 'Formatting' }),
        ].map((part) => part.boundingBox()),
      );
      expect(buttons?.y).toBeGreaterThan(40);
      expect((buttons?.y ?? 0) + (buttons?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      await page.evaluate(() => window.scrollTo(0, 0));
      if (options.viewport) await page.getByRole('button', { name: 'More formatting' }).click();
      await page.getByRole('button', { name: 'Text colour', exact: true }).click();
      await page.getByRole('menu', { name: 'Text colour' }).waitFor();
      expect(await axeViolations(page), 'menu').toEqual([]);
      await page.keyboard.press('Escape');
      if (options.viewport) await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Link', exact: true }).click();
      await page.getByRole('dialog', { name: 'Link' }).waitFor();
      expect(await axeViolations(page), 'dialog').toEqual([]);
      await page.keyboard.press('Escape');
      await startAfresh(content);
      await page.keyboard.type('/');
      await page.getByRole('listbox', { name: 'Insert' }).waitFor();
      expect(await axeViolations(page), '/').toEqual([]);
      await page.keyboard.press('Escape');
      await writer.close();
    }
  });
});

/** Goes on with the Tab key until the focus is at the control of that name. */
async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 80; stops += 1) {
    await page.keyboard.press(key);
    const isThere = await page.evaluate((wanted) => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement)) return false;
      const labels =
        'labels' in focused ? Array.from((focused.labels as NodeListOf<Element> | null) ?? []) : [];
      return [focused.ariaLabel, focused.textContent, ...labels.map(({ textContent }) => textContent)].some(
        (words) => words?.trim() === wanted,
      );
    }, name);
    if (isThere) return;
  }
  throw new Error(`The Tab key does not lead to "${name}".`);
}

function hasAriaPressed(name: string): boolean {
  return document.querySelector(`[aria-label="${name}"]`)?.getAttribute('aria-pressed') === 'true';
}

async function expectFocus(page: Page, name: string): Promise<void> {
  expect(await focusedName(page)).toBe(name);
}

function focusedName(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
}
