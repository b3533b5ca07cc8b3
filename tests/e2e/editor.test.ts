import type { CDPSession, Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { cleanHtml } from '#domain/html/html.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { isLong } from '#tests/long.ts';
import { useProduct } from '#tests/product.ts';
import { axeViolations, expectSound } from './accessibility.ts';
import { desktop, long, phone, test, usePage, visit } from './browser.ts';
import {
  contentOf,
  giveImage,
  openEditor,
  paste,
  pixel,
  press,
  startAfresh,
  throughEditor,
  visitAsWriter,
  writerSettings,
  writtenIn,
  type EditorElement,
} from './editor-page.ts';
import {
  footnotePaste,
  googleDocsPaste,
  otherPastes,
  readPasteCorpus,
  webPagePaste,
  wordPaste,
} from './pastes.ts';
import { postsTitled, postTitled, says, titleOf } from './writing-page.ts';

const product = useProduct(writerSettings);

/** For tests that store nothing; images arrive, though none is stored. */
const desktopEditor = usePage(async () => {
  const opened = await openEditor(product);
  await opened.page.route('**/storage/**', (route) =>
    route.fulfill({ status: 200, contentType: 'image/png' }),
  );
  return opened;
});

/** On a phone, whose keyboard comes up with the event `test-keyboard`. */
const phoneEditor = usePage(async () => {
  const { page } = await visitAsWriter(product, { viewport: phone, hasTouch: true });
  await page.addInitScript(fakeKeyboard);
  await page.goto('/admin/posts/new');
  return { page, content: await contentOf(page) };
});

const raiseKeyboard = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('test-keyboard')));

/** In the order of the specification, with what a menu holds beside them at the end. */
const controls = [
  'Heading', 'Font', 'Size', 'Bold', 'Italic', 'Underline', 'Strike', 'Text colour', 'Background colour', 'Subscript',
  'Superscript', 'Ordered list', 'Bullet list', 'Indent', 'Outdent', 'Alignment', 'Blockquote', 'Code block', 'Link', 'Image',
  'Video', 'Clear formatting', 'More',
]; // prettier-ignore
const once =
  /^(?:Heading|Alignment|Font|Size|Text col.*|Background.*|Indent|Outdent|Link|Image|Video|Clear.*|More)$/;
/** `npm test` presses some of each kind. */
const some = <Name>(names: readonly Name[]) => names.filter((_, index) => isLong || index % 3 === 0);
const pressed = some(controls.filter((name) => !once.test(name)));
const chosen = {
  Heading: some(['Heading 1', 'Heading 2', 'Heading 3', 'Heading 4', 'Heading 5', 'Heading 6']),
  Alignment: some(['Align center', 'Align right', 'Justify']),
};
/** The choice that takes each of them back. */
const initial = { Heading: 'Text', Alignment: 'Align left' };

describe('the toolbar', () => {
  test('has every control, says which ones hold, and is walked with the keys alone', async () => {
    const { page, content } = await desktopEditor();
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    const shown = await toolbar
      .getByRole('button')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ ariaLabel }) => ariaLabel));
    expect(shown).toEqual(controls);
    const height = await content.evaluate((element) => element.getBoundingClientRect().height);
    expect(height).toBeGreaterThanOrEqual(400);

    await content.click();
    await page.keyboard.type('words');
    for (const name of pressed) {
      const button = toolbar.getByRole('button', { name, exact: true });
      await page.keyboard.press('Control+a');
      // By the keys that it says are its own; then by a press.
      await page.keyboard.press((await button.getAttribute('aria-keyshortcuts')) ?? '');
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
      await button.click();
      expect(await writtenIn(content), name).toMatch(/^<p>words<\/p>$/);
    }
    for (const menu of ['Heading', 'Alignment'] as const) {
      const open = () => toolbar.getByRole('button', { name: menu, exact: true }).click();
      const choice = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true });
      for (const name of chosen[menu]) {
        await open();
        await choice(name).click();
        expect(await writtenIn(content), name).not.toMatch(/^<p>words<\/p>$/);
        await open();
        expect(await choice(name).getAttribute('aria-checked')).toBe('true');
        await choice(initial[menu]).click();
        expect(await writtenIn(content), name).toMatch(/^<p>words<\/p>$/);
      }
    }

    // In one row; where that has no room, More has the rest in the same order.
    await page.setViewportSize({ width: 1024, height: 900 });
    const more = toolbar.getByRole('button', { name: 'More', exact: true });
    await expect.poll(() => toolbar.getByRole('button', { name: 'Video' }).count()).toBe(0);
    expect(await toolbar.evaluate((bar) => [bar.clientHeight, bar.scrollWidth - bar.clientWidth])).toEqual([
      40, 0,
    ]);
    await more.click();
    const entries = page.getByRole('menu', { name: 'More' }).locator('button');
    await expect
      .poll(() => entries.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel).join()))
      .toContain('Align right,Justify,Blockquote,Code block,Link,Image,Video,Clear formatting,Table');
    await page.keyboard.press('Escape');
    await page.setViewportSize(desktop);

    // However long the text, it stays at hand.
    await throughEditor(content, ['<p>words</p>'.repeat(200)]);
    await content.locator('p').last().scrollIntoViewIfNeeded();
    expect(await toolbar.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    await startAfresh(content);

    // One stop of the Tab key; arrows go round, Home and End to the ends, Escape back to the text.
    expect(await toolbar.locator('button:not([popover] button)[tabindex="0"]').count()).toBe(1);
    await content.focus();
    await press(page, 'Alt+F10', 'Home');
    expect(await focusedName(page)).toBe('Heading');
    expect(await toolbar.getByTitle('Bold (Ctrl+B)', { exact: true }).count()).toBe(1);
    await page.keyboard.press('ArrowLeft');
    expect(await focusedName(page)).toBe('More');
    await press(page, 'ArrowRight', 'ArrowRight');
    expect(await focusedName(page)).toBe('Font');
    await page.keyboard.press('End');
    expect(await focusedName(page)).toBe('More');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('Content');
  });

  long('writes every look, and a video only from where it may come', async () => {
    const { page, content } = await desktopEditor();
    await startAfresh(content);
    for (const [menu, choice] of [
      ['Font', 'Serif'],
      ['Size', 'Huge'],
      ['Text colour', 'Red'],
      ['Background colour', 'Yellow'],
    ] as const) {
      await page.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
      await page.keyboard.insertText(`${choice} `);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Alignment' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Align center' }).click();
    await page.getByRole('button', { name: 'Indent' }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Clear formatting' }).click();
    await page.keyboard.type('/video');
    await page.getByRole('option', { name: 'Video' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Video' });
    await dialog.getByLabel('Address').fill('https://evil.test/embed/dQw4w9WgXcQ');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await dialog.getByText('Please enter the address of a video on').waitFor();
    await dialog.getByLabel('Address').fill('https://youtu.be/dQw4w9WgXcQ');
    await dialog.getByLabel('Title').fill('A talk');
    await dialog.getByRole('button', { name: 'Insert' }).click();
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

    await startAfresh(content);
    await page.keyboard.type('/tab');
    await page.getByRole('option', { name: 'Table', exact: true }).waitFor();
    // Within one task of the browser, so that nothing is rendered between the last words and the key.
    await page.evaluate(async () => {
      document.execCommand('insertText', false, 'le');
      await Promise.resolve();
      const enter = { key: 'Enter', bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', enter));
    });
    await content.getByRole('table').waitFor();
    expect(await content.textContent()).not.toContain('le');
  });
});

test('selected words have the six most used controls beside them, not while the mouse draws', async () => {
  const { page, content } = await desktopEditor();
  await throughEditor(content, ['<p>Words</p>']);
  // A key right behind a click acts on what the click has selected.
  for (let time = 0; time < 4; time += 1) {
    await content.click();
    await page.keyboard.press('Control+a');
    expect(await page.evaluate(() => String(getSelection()))).toBe('Words');
  }
  await content.press('End');
  const bubble = page.getByRole('toolbar', { name: 'Selection' });
  const words = await content.getByText('Words').boundingBox();
  const line = (words?.y ?? 0) + 5;
  await page.mouse.move(words?.x ?? 0, line);
  await page.mouse.down();
  await page.mouse.move((words?.x ?? 0) + 200, line, { steps: 4 });
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Words');
  expect(await bubble.isVisible()).toBe(false);
  await page.mouse.up();
  await expect.poll(() => bubble.getByRole('button').count()).toBe(6);
  await bubble.getByRole('button', { name: 'Heading 3' }).click();
  await bubble.getByRole('button', { name: 'Bold' }).click();
  expect(await writtenIn(content)).toBe('<h3><strong>Words</strong></h3>');
});

describe('writing', () => {
  test('Markdown, tables, code with its language, undo, counting', async () => {
    const { page, content } = await desktopEditor();

    await startAfresh(content);
    await page.keyboard.type(
      '## Two\nA **bold** and *slanted* [word](https://example.org/) `code`\n\n- one\ntwo\n\n',
    );
    await page.keyboard.type('> said\n\n```rust ');
    await page.keyboard.insertText('fn main() {}');
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
    await page.keyboard.insertText('Name');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('Age');
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
    await page.getByText('8 words · 1 min read').waitFor();

    // A block that stands in the text as a whole is not written over.
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
  });

  long('a paste brings what its author meant and leaves what a page only wears', async () => {
    const { page, content } = await desktopEditor();

    for (const { html, written } of [wordPaste, footnotePaste, googleDocsPaste, webPagePaste]) {
      await startAfresh(content);
      await paste(content, { 'text/html': html, 'text/plain': 'plain' });
      expect((await writtenIn(content)).replaceAll(/(fn(?:ref)?)-\d+-/g, '$1-')).toBe(written);
    }
    await page.getByText('An image on another site was left out.').waitFor();
    for (const [name, { html, written }] of Object.entries({ ...otherPastes, ...readPasteCorpus() })) {
      await startAfresh(content);
      await paste(content, { 'text/html': html, 'text/plain': 'plain' });
      expect.soft(await writtenIn(content), name).toBe(written);
    }

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
      await press(page, 'End', ...steps, 'Control');
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

    // Addresses, Markdown footnotes and fences become what they mean.
    await startAfresh(content);
    await paste(content, { 'text/plain': 'https://youtu.be/dQw4w9WgXcQ' });
    await page.keyboard.type('Below.');
    expect(await writtenIn(content)).toBe(
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video"></iframe><p>Below.</p>',
    );

    await startAfresh(content);
    const wrapped = 'https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.org%2Fa';
    await page.keyboard.insertText('See ');
    await paste(content, { 'text/plain': wrapped });
    await page.keyboard.press('Enter');
    await paste(content, { 'text/html': `<a href="${wrapped.replace('&', '&amp;')}">here</a>` });
    expect(await writtenIn(content)).toBe(
      '<p>See <a href="https://example.org/a">https://example.org/a</a></p><p><a href="https://example.org/a">here</a></p>',
    );

    await startAfresh(content);
    await paste(content, { 'text/plain': 'A[^1].\n\n```js\nlet a;\n```\n\n[^1]: *Note*\n' });
    await content.locator('pre').waitFor();
    expect((await writtenIn(content)).replaceAll(/(fn(?:ref)?)-[\d-]+/g, '$1')).toBe(
      '<p>A<sup><a href="#anchor-fn" id="anchor-fnref" class="block-footnote">1</a></sup>.</p>' +
        '<pre><code class="language-js">let a;</code></pre>' +
        '<ol class="block-footnotes"><li id="anchor-fn"><em>Note</em> <a href="#anchor-fnref" class="block-back">↩</a></li></ol>',
    );
  });
});

describe('images', () => {
  test('are sent, several at once and from pasted text, described, and stored by their address alone', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/posts/new' });
    await page.getByLabel('Title', { exact: true }).fill('With images');
    const content = await contentOf(page);
    await startAfresh(content);

    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload images' }).click();
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
    const tools = page.getByRole('toolbar', { name: 'Image' });
    await tools.getByRole('button', { name: 'Alt text and width' }).click();
    const dialog = page.getByRole('dialog', { name: 'Image' });
    await dialog.getByLabel('Alt text').fill('A red dot');
    await dialog.getByLabel('Width').selectOption('Half');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await content.locator('figcaption').first().click();
    await page.keyboard.insertText('The dot');
    expect(await writtenIn(content)).toMatch(
      /^<figure class="width-half"><img src="[^"]*" alt="A red dot" width="1" height="1"><figcaption>The dot<\/figcaption><\/figure>/,
    );

    await startAfresh(content);
    await paste(content, {
      'text/html': `<p>Before</p><img src="data:image/png;base64,${pixel}" alt="x"><p>After</p>`,
    });
    await content.locator('figure').waitFor();
    expect(await writtenIn(content)).toMatch(
      /^<p>Before<\/p><figure><img src="\/storage\/[^"]*"[^>]*><\/figure><p>After<\/p>$/,
    );
  });

  long('are waited for by a press and before leaving; one that fails calls the press off', async () => {
    const { page } = await visitAsWriter(product);
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    const stored = () => postsTitled(product, 'Waits for images');
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
    await giveImage(content.getByText('Below.'), pixel, 'dropped.png');
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
    await notice.getByRole('button', { name: 'Cancel saving' }).click();
    await notice.waitFor({ state: 'detached' });
    await publish.dblclick();
    await notice.waitFor();
    expect(await stored()).toMatchObject([{ published: false }]);
    letGo();
    await page.waitForURL('**/admin/posts');
    expect(await stored()).toMatchObject([
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
  test('a post is written, formatted, illustrated, scheduled and published', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/posts' });
    const { keyboard } = page;
    await tabTo(page, 'New Post');
    await keyboard.press('Enter');
    const content = await contentOf(page);

    await tabTo(page, 'Title');
    await keyboard.insertText('By keys');
    await tabTo(page, 'Excerpt');
    await keyboard.insertText('Nothing but keys.');
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
    await keyboard.insertText('End.');
    await keyboard.press('ArrowUp');
    await keyboard.insertText('A caption');
    await tabTo(page, 'Alt text and width');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Image' }).waitFor();
    await keyboard.insertText('A red dot');
    await tabTo(page, 'Apply');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Image' }).waitFor({ state: 'detached' });

    await tabTo(page, 'Pick a date');
    await keyboard.press('Enter');
    await page.getByRole('grid').waitFor();
    // The keys go to the calendar once it has taken the focus.
    await page.locator('[role="grid"] :focus').waitFor();
    await press(page, 'Shift+PageDown', 'Enter');
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

    expect((await postTitled(product, 'By keys')).content).toMatch(
      /^<h2>Heading<\/h2><p>Plain and <strong>bold<\/strong><\/p><blockquote><p>Said\.<\/p><\/blockquote><figure><img [^>]*alt="A red dot"[^>]*><figcaption>A caption<\/figcaption><\/figure><p>End\.<\/p>$/,
    );
  });
});

long('axe finds no violation with a menu and a list open, and nothing stands over the text', async () => {
  const { page, content } = await desktopEditor();
  await throughEditor(content, [
    '<h2>Two</h2><p>Words <span class="color-gray background-pink">and colors</span>.</p><table><tbody><tr><td>x</td></tr></tbody></table>',
  ]);
  await page.getByRole('button', { name: 'Text colour', exact: true }).click();
  await page.getByRole('menu', { name: 'Text colour' }).waitFor();
  expect(await axeViolations(page), 'menu').toEqual([]);
  await page.keyboard.press('Escape');
  // However far down: how the text is kept, the buttons and the toolbar, none over another.
  await throughEditor(content, ['<p>A line.</p>'.repeat(80)]);
  await content.press('Control+End');
  await page.keyboard.type('.');
  const [buttons, bar] = await Promise.all(
    [page.getByRole('button', { name: 'Save Draft' }), page.getByRole('toolbar', { name: 'Formatting' })].map(
      (part) => part.boundingBox(),
    ),
  );
  expect(buttons?.y).toBeGreaterThan(40);
  expect((buttons?.y ?? 0) + (buttons?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await startAfresh(content);
  await page.keyboard.type('/');
  await page.getByRole('listbox', { name: 'Insert' }).waitFor();
  expect(await axeViolations(page), '/').toEqual([]);
});

/** Fills in what a dialog asks for, and applies it by the key. */
async function answer(dialog: Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.page().keyboard.press('Enter');
}

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

function focusedName(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
}

describe('keys of the form', () => {
  long('a new post begins in its title, Enter goes on to the text, and Ctrl+S saves and stays', async () => {
    const { page, content } = await openEditor(product);
    await expect.poll(() => titleOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('Saved by keys');
    await page.keyboard.press('Enter');
    await page.keyboard.type('First words.');
    await page.keyboard.press('Control+s');
    await says(page, /^Saved$/);
    expect(new URL(page.url()).pathname).toBe('/admin/posts/new');
    await expect.poll(() => content.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(' More.');
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => postTitled(product, 'Saved by keys'))
      .toMatchObject({ published: false, content: '<p>First words. More.</p>' });

    // A menu and the toolbar take the keys of writing while they have the focus.
    await page.keyboard.press('Control+a');
    await page.evaluate(() => {
      const passed: string[] = [];
      Object.assign(window, { passed });
      addEventListener('keydown', (event) => void (event.defaultPrevented || passed.push(event.key)));
    });
    await page.getByRole('button', { name: 'Text colour' }).click();
    await page.getByRole('menu', { name: 'Text colour' }).locator(':focus').waitFor();
    for (const key of ['Backspace', 'x', 'Delete']) await page.keyboard.press(key);
    await press(page, 'Escape', 'Alt+F10');
    for (const key of ['Backspace', 'x', 'Delete']) await page.keyboard.press(key);
    expect(await page.evaluate(() => String(Reflect.get(window, 'passed')))).not.toMatch(
      /Backspace|Delete|x/,
    );
    expect(await writtenIn(content)).toBe('<p>First words. More.</p>');
  });

  long('Ctrl+Enter leaves a code block, and elsewhere publishes when pressed twice', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/posts/new' });
    const stored = () => postsTitled(product, 'Asked first');
    const content = await contentOf(page);
    await titleOf(page).fill('Asked first');
    await startAfresh(content);
    await page.keyboard.type('```ts x');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.insertText('Below.');
    expect(await writtenIn(content)).toBe('<pre><code class="language-ts">x</code></pre><p>Below.</p>');

    const question = page.getByRole('dialog', { name: 'Publish this post?' });
    await page.keyboard.press('Control+Enter');
    await question.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect((await stored()).filter(({ published }) => published)).toEqual([]);

    await page.keyboard.press('Control+Enter');
    await question.waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/admin/posts');
    expect(await stored()).toMatchObject([{ published: true }]);

    await page.getByRole('link', { name: 'Asked first' }).click();
    await contentOf(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'Save the changes to the published post?' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

const source = '/storage/blog-images/editor-images/11111111111111111111.png';

/** Each place that takes words, with the words in it as `text`. */
const places: Record<string, (text: string) => string> = {
  paragraph: (text) => `<p>${text}</p>`,
  heading: (text) => `<h2>${text}</h2>`,
  'list item': (text) => `<ul><li>${text}</li></ul>`,
  quote: (text) => `<blockquote><p>${text}</p></blockquote>`,
  'code block': (text) => `<pre><code>${text}</code></pre>`,
  'table cell': (text) => `<table><tbody><tr><td>${text}</td></tr></tbody></table>`,
  caption: (text) =>
    `<figure><img src="${source}" alt="x" width="1" height="1"><figcaption>${text}</figcaption></figure>`,
  callout: (text) => `<aside class="block-tip"><p>${text}</p></aside>`,
  summary: (text) => `<details><summary>${text}</summary><p>More</p></details>`,
  'collapsible section': (text) => `<details open><summary>More</summary><p>${text}</p></details>`,
  footnote: (text) =>
    '<p>One<sup><a href="#anchor-fn-a" id="anchor-fnref-a" class="block-footnote">1</a></sup></p>' +
    `<ol class="block-footnotes"><li id="anchor-fn-a">${text} <a href="#anchor-fnref-a" class="block-back">↩</a></li></ol>`,
};

/** Puts the caret behind the given words. */
function caretBehind(content: Locator, words: string): Promise<void> {
  return content.evaluate((element, wanted) => {
    const { editor } = element as EditorElement;
    let at = -1;
    editor.state.doc.descendants((node, position) => {
      const index = node.text?.indexOf(wanted) ?? -1;
      if (index >= 0) at = position + index + wanted.length;
    });
    editor.commands.focus(at);
    editor.view.focus();
  }, words);
}

/** Writes by an input method: what is composed changes with each key, until one of its suggestions is taken. */
async function compose(session: CDPSession, steps: readonly string[], result: string): Promise<void> {
  for (const text of steps)
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await session.send('Input.insertText', { text: result });
}

describe('an input method', () => {
  test('composes in every place that takes words, and what it takes is there once', async () => {
    const { page, content } = await desktopEditor();
    const session = await page.context().newCDPSession(page);
    for (const [place, html] of Object.entries(places)) {
      await throughEditor(content, [html('before')]);
      await caretBehind(content, 'before');
      await compose(session, ['n', 'niho', 'にほ', 'にほんご'], '日本語');
      await page.keyboard.insertText('!');
      await expect
        .poll(() => writtenIn(content), { message: place, timeout: 10_000 })
        .toBe(html('before日本語!'));
    }
  });

  long('composing in a text, over a selection and in the title takes no shortcut', async () => {
    const { page, content } = await desktopEditor();
    const session = await page.context().newCDPSession(page);
    await startAfresh(content);
    await compose(session, ['に', 'にほん'], '日本');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('Second');
    await page.keyboard.press('Shift+Home');
    await compose(session, ['ご', 'ごぎ'], '語');
    expect(await writtenIn(content)).toBe('<p>日本</p><p>語</p>');
    await press(page, 'Control+z', 'Control+Shift+z');
    expect(await writtenIn(content)).toBe('<p>日本</p><p>語</p>');

    // The key that takes a suggestion is the input method's own.
    const title = page.getByLabel('Title', { exact: true });
    await title.click();
    await session.send('Input.imeSetComposition', { text: 'だい', selectionStart: 2, selectionEnd: 2 });
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Process',
      code: 'Enter',
      windowsVirtualKeyCode: 229,
    });
    await session.send('Input.insertText', { text: '題' });
    expect(await title.inputValue()).toBe('題');
    expect(await title.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

/** 200 paragraphs, each one a screen line or more. */
const longBody = Array.from({ length: 200 }, (_, n) => `<p>Paragraph ${n} of a long text.</p>`).join('');

/** Keys after which a line far from the one before has the caret. */
const moves = [
  'Control+End', 'Control+Home', 'PageDown', 'PageDown', 'PageDown', 'PageUp', 'Control+End', 'PageUp', 'PageUp',
  ...Array.from({ length: 24 }, () => 'ArrowUp'),
  ...Array.from({ length: 34 }, () => 'ArrowDown'),
]; // prettier-ignore

async function expectCaretInSight(page: Page, content: Locator, after: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30))));
  await expect.poll(() => content.evaluate(coverOfCaret), { message: after, timeout: 2_000 }).toBeNull();
}

/** In the page: what lies over the middle of the line with the caret; null when nothing does. */
function coverOfCaret(element: Element): string | null {
  const { editor } = element as EditorElement;
  const { left, top, bottom } = editor.view.coordsAtPos(editor.state.selection.head);
  const viewport = window.visualViewport;
  const end = viewport ? viewport.offsetTop + viewport.height : innerHeight;
  if (top < (viewport?.offsetTop ?? 0) || bottom > end) return `outside: ${top} to ${bottom} of ${end}`;
  for (const y of [top + 1, bottom - 1]) {
    const there = document.elementFromPoint(Math.min(left + 2, innerWidth - 2), y);
    if (!there || !element.contains(there)) return there?.outerHTML.slice(0, 200) ?? 'nothing';
  }
  return null;
}

describe('the line of the caret is in sight', () => {
  const screens = [
    ['on a phone', phoneEditor],
    ['on a desktop', desktopEditor],
  ] as const;

  test.for(isLong ? screens : screens.slice(0, 1))('%s, moved and typed by keys', async ([, open]) => {
    const { page, content } = await open();
    await throughEditor(content, [longBody]);
    await content.focus();
    for (const [step, key] of (isLong ? moves : moves.slice(0, 20)).entries()) {
      await page.keyboard.press(key);
      await expectCaretInSight(page, content, `${step}: ${key}`);
    }
    await page.keyboard.press('Control+End');
    for (let line = 0; line < (isLong ? 15 : 4); line += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.type('x');
      await expectCaretInSight(page, content, `line ${line}`);
    }
  });

  long('above an on-screen keyboard, also when it comes up later', async () => {
    const { page, content } = await phoneEditor();
    await throughEditor(content, [longBody]);
    await content.getByText('Paragraph 9 of').click();
    await raiseKeyboard(page);
    await expectCaretInSight(page, content, 'the keyboard');
    for (let line = 0; line < (isLong ? 12 : 4); line += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.type('x');
      await expectCaretInSight(page, content, `line ${line}`);
    }
  });
});

describe('on a phone', () => {
  test('what matters first is in a bar above the keyboard, the rest in a sheet, each large enough for a thumb', async () => {
    const { page, content } = await phoneEditor();
    await page.emulateMedia({ colorScheme: 'dark' });
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    await startAfresh(content);
    await page.keyboard.insertText('Words here');
    await raiseKeyboard(page);

    const names = ['Bold', 'Italic', 'Link', 'Image', 'Heading 2', 'Bullet list', 'Undo', 'More formatting'];
    for (const name of names) {
      const button = toolbar.getByRole('button', { name, exact: true });
      await expect
        .poll(async () => {
          const box = await button.boundingBox();
          return (box?.y ?? 999) + (box?.height ?? 0);
        })
        .toBeLessThanOrEqual(phone.height - 340 + 1);
      const box = await button.boundingBox();
      expect(box?.width, name).toBeGreaterThanOrEqual(44);
      expect(box?.height, name).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(phone.width);
    }

    await toolbar.getByRole('button', { name: 'More formatting' }).click();
    await toolbar.getByRole('button', { name: 'Blockquote' }).click();
    expect(await writtenIn(content)).toBe('<blockquote><p>Words here</p></blockquote>');
    expect(await toolbar.getByRole('button', { name: 'Blockquote' }).isVisible()).toBe(false);
    await toolbar.getByRole('button', { name: 'More formatting' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await content.focus();
    await page.keyboard.press('Control+a');
    const bubble = page.getByRole('toolbar', { name: 'Selection' });
    await bubble.getByRole('button', { name: 'Bold' }).click();
    expect(await writtenIn(content)).toContain('<strong>');
    const [there, selected] = await Promise.all([
      bubble.boundingBox(),
      content.locator('strong').boundingBox(),
    ]);
    const end = (box: typeof there) => (box?.y ?? 0) + (box?.height ?? 0);
    expect((there?.y ?? 0) >= end(selected) || end(there) <= (selected?.y ?? 0)).toBe(true);
    expect(end(there)).toBeLessThanOrEqual(phone.height - 340);
    expect(await axeViolations(page)).toEqual([]);
  });
});

/** In the page: an on-screen keyboard that covers 340 pixels from the event `test-keyboard` on. */
function fakeKeyboard(): void {
  const real = window.visualViewport;
  const fake = new EventTarget();
  let covered = 0;
  Object.defineProperties(fake, {
    height: { get: () => window.innerHeight - covered },
    width: { get: () => window.innerWidth },
    offsetTop: { get: () => real?.offsetTop ?? 0 },
    offsetLeft: { get: () => 0 },
    scale: { get: () => 1 },
  });
  Object.defineProperty(window, 'visualViewport', { get: () => fake });
  window.addEventListener('test-keyboard', () => {
    covered = 340;
    fake.dispatchEvent(new Event('resize'));
  });
}

/** As each is stored. */
const blocks = {
  callout: '<aside class="block-tip"><p>A tip with <strong>bold</strong>.</p><ul><li>One</li></ul></aside>',
  gallery:
    '<figure class="block-gallery"><figure><img src="/storage/blog-images/editor-images/11111111111111111111.png" alt="x" width="1" height="1"></figure>' +
    '<figure><img src="/storage/blog-images/editor-images/22222222222222222222.png" alt="" width="1" height="1"><figcaption>Two</figcaption></figure></figure>',
  button: '<p><a href="/contact" class="block-button">Write to us</a></p>',
  bookmark: '<p><a href="/blog/x" class="block-bookmark"><strong>Title</strong><br>Words &amp; more</a></p>',
  bookmarkWithoutText:
    '<p><a href="https://example.org/" class="block-bookmark"><strong>Example</strong></a></p>',
  collapsible:
    '<details open><summary>More <em>here</em></summary><p>Words</p><pre><code>x</code></pre></details>',
  contents: '<hr class="block-no-contents">',
  footnotes:
    '<p>One<sup><a href="#anchor-fn-a" id="anchor-fnref-a" class="block-footnote">1</a></sup></p>' +
    '<ol class="block-footnotes"><li id="anchor-fn-a">With <a href="https://example.org/">a link</a> <a href="#anchor-fnref-a" class="block-back">↩</a></li></ol>',
  collapsibleWithoutSummary: '<details><summary></summary><p></p></details><p>After</p>',
  rightToLeft: '<aside dir="rtl" class="block-note"><p>שלום 🙂</p></aside>',
};

/** A text with a footnote, and a line above its list of notes that a block takes the place of. */
const withFootnote = `<p>Said<sup><a href="#anchor-fn-a" id="anchor-fnref-a" class="block-footnote">1</a></sup></p>`;
const note =
  '<ol class="block-footnotes"><li id="anchor-fn-a">Note <a href="#anchor-fnref-a" class="block-back">↩</a></li></ol>';

/** Puts a text into the editor as a step of its own: the second time only ends that step. */
const load = (content: Locator, html: string) => throughEditor(content, [html, html]);

/** The inserted block, the element that it ends in, and what its dialog asks for. */
const inserted: [name: string, end: string, fields?: Record<string, string>][] = [
  ['Video', '</iframe>', { Address: 'https://youtu.be/dQw4w9WgXcQ' }],
  ['Button', '</a></p>', { Text: 'Go', Address: '/contact' }],
  ['Bookmark', '</a></p>', { Address: '/contact', Title: 'Contact' }],
  ['Table of contents', '<hr class="block-contents">'],
  ['Horizontal rule', '<hr>'],
  ['Table', '</table>'],
  ['Callout', '</aside>'],
  ['Collapsible section', '</details>'],
  ['Code block', '</pre>'],
];

describe('above a list of footnotes', () => {
  const image = blocks.gallery
    .slice(0, -'</figure>'.length)
    .replace(/^<figure[^>]*>/, '')
    .split('</figure>')[0];
  const ways = [
    [{ 'text/plain': 'https://youtu.be/dQw4w9WgXcQ' }, '<iframe '],
    [{ 'text/html': `${image}</figure>` }, '<figure>'],
    [{ 'text/html': '<table><tbody><tr><td>x</td></tr></tbody></table>' }, '<table>'],
    [{ 'text/plain': '## A\n\nTwo **three**\n\n---\n' }, '<h2>A</h2><p>Two <strong>three</strong></p><hr>'],
  ] as const;

  long('a pasted block: what is typed stands below it, and undo takes it back', async () => {
    const { page, content } = await desktopEditor();
    for (const [data, mark] of ways) {
      await load(content, `${withFootnote}<p>Line</p>${note}`);
      await content.getByText('Line').click();
      await press(page, 'End', 'Enter');
      await paste(content, data);
      await expect.poll(() => writtenIn(content)).toContain(mark);
      if (mark === '<table>') for (let row = 0; row < 3; row += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.type('Below.');
      const written = await writtenIn(content);
      expect(written, mark).toMatch(/<p>Below\.<\/p><ol/);
      expect(written.endsWith(note)).toBe(true);
      expect(cleanHtml(written)).toBe(written);
      for (let step = 0; step < 8 && (await writtenIn(content)).includes(mark); step += 1)
        await page.keyboard.press('Control+z');
      expect(await writtenIn(content), mark).toMatch(/<p>Line<\/p>(?:<p>[^<]*<\/p>)?<ol/);
      expect((await writtenIn(content)).endsWith(note)).toBe(true);
    }

    // Enter in a caption goes on below the image.
    const figure = blocks.gallery.slice(blocks.gallery.lastIndexOf('<figure>'), -'</figure>'.length);
    for (const html of [figure, blocks.gallery]) {
      await throughEditor(content, [`${html}<p>After</p>`]);
      await content.getByText('Two').click();
      await press(page, 'End', 'Enter');
      await page.keyboard.type('Next');
      expect(await writtenIn(content)).toBe(`${html}<p>Next</p><p>After</p>`);
    }
  });

  long('an inserted block has a paragraph below it, and undo takes it back', async () => {
    const { page, content } = await desktopEditor();
    for (const [index, [name, end, fields]] of inserted.entries()) {
      const next = index % 2 === 0 ? '<h2>Next</h2>' : '<hr>';
      await load(content, `${withFootnote}<p>Line</p>${next}${note}`);
      await caretBehind(content, 'Line');
      await page.keyboard.press('Enter');
      await page.keyboard.insertText(`/${name}`);
      await page.getByRole('option', { name, exact: true }).waitFor();
      await page.keyboard.press('Enter');
      if (fields) await answer(page.getByRole('dialog', { name }), fields);
      await expect.poll(() => writtenIn(content), { message: name }).toContain(`${end}<p></p>${next}${note}`);
      await page.keyboard.press('Control+z');
      await expect.poll(() => writtenIn(content), { message: name }).not.toContain(`${end}<p></p>${next}`);
    }
  });

  test('a note stays one note, goes with its mark and comes back with it, and keys pass a mark', async () => {
    const { page, content } = await desktopEditor();
    await throughEditor(content, [`${withFootnote}${blocks.callout}${note}`]);
    await content.getByText('Note').click();
    expect(await writtenIn(content)).toBe(`${withFootnote}${blocks.callout}${note}`);
    await page.keyboard.press('End');
    await paste(content, { 'text/html': '<h2>One</h2><p>Two</p><ul><li>Three</li></ul>' });
    const written = await writtenIn(content);
    expect(written.match(/<li id=/g)).toHaveLength(1);
    expect(cleanHtml(written)).toBe(written);

    await load(content, `${withFootnote}<p>Line</p>${note}`);
    await content.getByText('Said').click();
    await press(page, 'End', 'Backspace');
    expect(await writtenIn(content)).toBe('<p>Said</p><p>Line</p>');
    await page.keyboard.press('Control+z');
    expect(await writtenIn(content)).toBe(`${withFootnote}<p>Line</p>${note}`);
    await content.getByText('Said').click();
    await press(page, 'Home', 'Shift+End', 'Control+x');
    expect(await writtenIn(content)).not.toContain('Note');
    await content.getByText('Line').click();
    await page.keyboard.press('Control+v');
    expect(await writtenIn(content)).toContain(note);
    // Text that never had a mark here is words.
    await paste(content, { 'text/html': note.replaceAll('fn-a', 'fn-b').replace('Note', 'Other') });
    expect(await writtenIn(content)).toMatch(/<p>Other ?<\/p>.*Note/);

    await throughEditor(content, [`${withFootnote.replace('Said', 'S').replace('</p>', 'x</p>')}${note}`]);
    await content.locator('p').first().click();
    await press(page, 'Home', 'ArrowRight', 'ArrowRight');
    await page.keyboard.type('y');
    expect(await writtenIn(content)).toBe(
      `${withFootnote.replace('Said', 'S').replace('</p>', 'yx</p>')}${note}`,
    );
  });
});

describe('blocks', () => {
  test('are stored as they were loaded, and are written with keys alone', async () => {
    const { page, content } = await desktopEditor();
    const { keyboard } = page;
    const bodies = [...Object.values(blocks), `<p>Before</p>${Object.values(blocks).slice(0, 7).join('')}`];
    expect(bodies.map(cleanHtml)).toEqual(bodies);
    expect(await throughEditor(content, bodies)).toEqual(bodies);
    const insert = async (query: string, name: string) => {
      await keyboard.insertText(`/${query}`);
      await page.getByRole('option', { name, exact: true }).waitFor();
      await keyboard.press('Enter');
    };

    await startAfresh(content);
    await insert('call', 'Callout');
    await keyboard.insertText('Take care.');
    await page.getByRole('button', { name: 'Kind of callout' }).click();
    await page.getByRole('menuitemradio', { name: 'Warning' }).click();
    await press(page, 'Enter', 'Enter');
    await keyboard.insertText('After.');
    expect(await writtenIn(content)).toBe(
      '<aside class="block-warning"><p>Take care.</p></aside><p>After.</p>',
    );

    await startAfresh(content);
    await insert('coll', 'Collapsible section');
    await keyboard.insertText('More');
    await keyboard.press('Enter');
    await keyboard.insertText('Inside.');
    await press(page, 'Enter', 'Enter');
    await keyboard.insertText('Outside.');
    expect(await writtenIn(content)).toBe(
      '<details><summary>More</summary><p>Inside.</p></details><p>Outside.</p>',
    );

    // Numbered in the order of the text, whichever was written first; Enter in a footnote leads back.
    await startAfresh(content);
    await keyboard.insertText('One. Two.');
    await keyboard.press('Control+Alt+f');
    await keyboard.insertText('Second note');
    await press(page, 'Enter', 'Home');
    for (let n = 0; n < 4; n += 1) await keyboard.press('ArrowRight');
    await keyboard.press('Control+Alt+f');
    await keyboard.insertText('First note');
    await keyboard.press('Enter');
    await keyboard.type('!');
    expect((await writtenIn(content)).replaceAll(/(fn(?:ref)?)-\d+/g, '$1')).toBe(
      '<p>One.<sup><a href="#anchor-fn" id="anchor-fnref" class="block-footnote">1</a></sup>! Two.' +
        '<sup><a href="#anchor-fn" id="anchor-fnref" class="block-footnote">2</a></sup></p>' +
        '<ol class="block-footnotes"><li id="anchor-fn">First note <a href="#anchor-fnref" class="block-back">↩</a></li>' +
        '<li id="anchor-fn">Second note <a href="#anchor-fnref" class="block-back">↩</a></li></ol>',
    );

    // An empty one goes with its mark.
    await press(page, 'Control+Alt+f', 'Backspace');
    await keyboard.type('?');
    expect(await writtenIn(content)).toMatch(
      /sup>!\? Two.*First note(?:(?!<li).)*<li[^>]*>Second note(?!.*<li)/,
    );

    await startAfresh(content);
    await insert('but', 'Button');
    const button = page.getByRole('dialog', { name: 'Button' });
    await answer(button, { Text: 'Write to us', Address: 'javascript:alert(1)' });
    await button.getByText('A link can lead to a web page').waitFor();
    await answer(button, { Address: '/contact' });
    await button.waitFor({ state: 'detached' });
    await expect.poll(() => content.evaluate((body) => body.contains(document.activeElement))).toBe(true);
    await insert('book', 'Bookmark');
    const bookmark = page.getByRole('dialog', { name: 'Bookmark' });
    await answer(bookmark, { Address: 'example.org', Title: 'Example' });
    await bookmark.waitFor({ state: 'detached' });
    await insert('contents', 'Table of contents');
    await keyboard.insertText('End.');
    await content.getByText('Table of contents: on').click();
    await page.getByRole('button', { name: 'Show the table of contents' }).click();
    expect(await writtenIn(content)).toBe(
      '<p><a href="/contact" class="block-button">Write to us</a></p>' +
        '<p><a href="https://example.org" class="block-bookmark"><strong>Example</strong></a></p>' +
        '<hr class="block-no-contents"><p>End.</p>',
    );
  });

  long('are seen by readers, light and dark, wide and narrow', async () => {
    const content = `<h2>A</h2>${blocks.callout}${blocks.button}${blocks.bookmark}${blocks.collapsible}${blocks.footnotes}`;
    const ctx = await contextAs(product.database.db, 'editor');
    await addPost(ctx, { title: 'All blocks', published: 'true', content });
    const { page } = await visit();
    await page.goto(`${product.origin}/blog/all-blocks`);
    await page.getByRole('note', { name: 'Tip' }).waitFor();
    await page.getByRole('link', { name: 'Write to us' }).waitFor();
    await expectSound(page, 'all blocks');
    await page.getByRole('link', { name: '1', exact: true }).click();
    await expect.poll(() => page.locator(':target').getAttribute('id')).toBe('anchor-fn-a');
  });
});
