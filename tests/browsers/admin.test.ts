import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { writerAccount, writerSettings } from '#tests/e2e/editor-page.ts';
import { storePost } from '#tests/e2e/writing-page.ts';
import { createCategory } from '#domain/taxonomy/create-term.ts';
import { findFreePort } from '../free-port.ts';
import { contextAs, storedPost } from '#tests/factories.ts';
import { type Front, startFront } from '#tests/front.ts';
import { photograph } from '#tests/image-files.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { browsersUnderTest, type Driver } from './driver.ts';
import { click, content, control, field, pasteImage, signIn, until, written } from './page.ts';

let front: Front;
let product: RunningProduct;
/** The address of the front, which the product takes for its own. */
let origin: string;

beforeAll(async () => {
  const own = await findFreePort('127.0.0.1');
  front = await startFront(`http://127.0.0.1:${own}`);
  ({ origin } = front);
  product = await startProduct({ ...writerSettings, SITE_URL: origin, PORT: String(own) });
  await createCategory(await contextAs(product.database.db, 'editor'), { name: 'Boats' });
});
afterAll(async () => {
  await front.stop();
  await product.stop();
});

describe.each(browsersUnderTest())('$name', ({ name, missing, launch }) => {
  const note = missing === null ? '' : ` (skipped: ${missing})`;
  const journey = (what: string, steps: (driver: Driver) => Promise<void>, timeout?: number) =>
    // oxlint-disable-next-line vitest/expect-expect -- the steps have them
    test.skipIf(missing !== null)(
      `${what}${note}`,
      async () => {
        const driver = await launch();
        try {
          await steps(driver);
        } finally {
          await driver.close();
        }
      },
      timeout,
    );

  journey('after Sign Out, Back shows nothing of the admin', async (driver) => {
    const title = `Secret of ${name}`;
    await storePost(product, { title });
    await signIn(driver, origin, writerAccount);
    await click(driver, control('Posts'));
    await until(driver, `document.body.innerText.includes(${JSON.stringify(title)})`);
    await click(driver, control('Sign Out'));
    await until(driver, `location.pathname === '/'`);
    await driver.back();
    await until(driver, `location.pathname === '/admin/login'`);
    expect(await driver.evaluate<string>('document.body.innerText')).not.toContain(title);
  });

  journey('keys in an open menu leave the text as it is, and Escape gives them back', async (driver) => {
    await signIn(driver, origin, writerAccount);
    await driver.open(`${origin}/admin/posts/new`);
    await until(driver, content);
    await click(driver, content);
    await driver.type('Some words');
    for (const menu of ['More', 'Text colour', 'Size', 'Font']) {
      await driver.press('Control+a');
      await click(driver, control(menu));
      await until(driver, `document.activeElement?.closest('[role="menu"]')`);
      // WebKit stretches the rows of a grid that is as high as it may be.
      expect(await driver.evaluate<number>(`document.activeElement.offsetHeight`), menu).toBeLessThan(45);
      for (const key of ['Backspace', 'q']) await driver.press(key);
      await driver.press('Escape');
      await until(driver, `document.activeElement === ${content}`);
      expect(await written(driver), menu).toBe('<p>Some words</p>');
    }
  });

  journey(
    'each of a hundred saves by keys gets its answer',
    async (driver) => {
      const title = `Saved often in ${name}`;
      const id = await storePost(product, { title });
      await signIn(driver, origin, writerAccount);
      await driver.open(`${origin}/admin/posts/edit/${id}`);
      await click(driver, content);
      for (let save = 1; save <= 100; save += 1) {
        await driver.type(`word${save} `);
        await driver.press('Control+s');
        await until(driver, `document.querySelector('header output').textContent === 'Saved'`);
      }
      const { content: stored } = await storedPost(product.database.db, { title });
      expect(stored.match(/word\d+/g)).toHaveLength(100);
    },
    400_000,
  );

  journey('radios stand in one row, and no alternative text covers a blur', async (driver) => {
    await driver.open(origin);
    const { rows, color } = await driver.evaluate<{ rows: number; color: string }>(`(() => {
      const labels = [...document.querySelectorAll('[role="radiogroup"] label')];
      const box = document.createElement('span');
      box.className = 'image';
      box.innerHTML = '<svg class="blur"></svg><img alt="A pier">';
      document.querySelector('main').append(box);
      return {
        rows: new Set(labels.map((one) => Math.round(one.getBoundingClientRect().top))).size,
        color: getComputedStyle(box.lastChild).color,
      };
    })()`);
    expect([rows, color]).toEqual([1, 'rgba(0, 0, 0, 0)']);
  });

  journey('a selected image is not tinted', async (driver) => {
    await signIn(driver, origin, writerAccount);
    await driver.open(`${origin}/admin/posts/new`);
    await click(driver, content);
    await pasteImage(driver, (await photograph(300, 200)).toString('base64'));
    const image = `${content}.querySelector('figure img[src^="/storage/"]')`;
    await click(driver, image);
    await until(driver, `${content}.querySelector('.ProseMirror-selectednode')`);
    // Without a rule of its own the image would have this color.
    await driver.evaluate(`void document.head.insertAdjacentHTML('beforeend',
      '<style>@layer theme { *::selection { background: rgb(1 2 3) } }</style>')`);
    const tint = `getComputedStyle(${image}, '::selection').backgroundColor`;
    expect(await driver.evaluate<string>(tint)).toMatch(/^(?:transparent|rgba\(0, 0, 0, 0\))$/);
  });

  journey('Escape closes dialogs, also from their search fields', async (driver) => {
    await signIn(driver, origin, writerAccount);
    await driver.open(`${origin}/admin/posts/new`);
    await until(driver, content);
    await click(driver, content);
    for (const entry of ['Image', 'Link', 'Button', 'Video']) {
      await click(driver, control('More'));
      await click(driver, control(entry));
      await until(driver, openDialog);
      if (entry === 'Image') {
        await click(driver, field('Search images'));
        await driver.type('x');
      }
      await driver.press('Escape');
      await until(driver, `!${openDialog}`);
    }
  });

  // The driver of WebKit does nothing before a page and its scripts are loaded.
  const elsewhere = name === 'WebKitGTK' ? () => {} : journey;
  elsewhere('what is chosen and typed before the scripts have come is kept and saved', async (driver) => {
    const title = `Early in ${name}`;
    const id = await storePost(product, { title });
    await signIn(driver, origin, writerAccount);
    const release = front.hold((path) => path.endsWith('.js'));
    onTestFinished(release);
    // Not `open`: that would wait for the scripts.
    await driver.evaluate(`void setTimeout(() => location.assign('/admin/posts/edit/${id}'))`);
    await until(driver, field('Excerpt'));
    await click(driver, field('Excerpt'));
    await driver.type('Typed early.');
    await driver.evaluate(`(() => {
      const category = [...document.querySelectorAll('select')].find(({ options }) => [...options].some(({ text }) => text === 'Boats'));
      category.selectedIndex = [...category.options].findIndex(({ text }) => text === 'Boats');
      category.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    release();
    await until(driver, content);
    await click(driver, control('Save Changes'));
    await until(driver, `document.body.innerText.includes('Post updated successfully.')`);
    expect(await storedPost(product.database.db, { title })).toMatchObject({
      excerpt: 'Typed early.',
      category_id: expect.any(String),
    });
  });

  journey('a public form is sent with keys, and its page reports no error', async (driver) => {
    await driver.open(`${origin}/jv-program`);
    expect(await driver.evaluate<string>(errorsOnReveal)).toBe('');
    await click(driver, field('Name'));
    for (const text of [
      'Ada',
      `${name.toLowerCase()}@harbor.test`,
      '',
      'Ferries',
      'Startup',
      '',
      'Queues.',
    ]) {
      if (text !== '') await driver.type(text);
      await driver.press('Tab');
    }
    await driver.press('Enter');
    await until(driver, `document.body.innerText.includes('Application submitted successfully.')`);
  });
});

/** The report of a page when it is shown, as WebKit and Firefox know no `navigation`. */
const errorsOnReveal = `(() => {
  const errors = [];
  addEventListener('error', ({ message }) => errors.push(message));
  dispatchEvent(new Event('pagereveal'));
  return errors.join('; ');
})()`;

const openDialog = `document.querySelector('dialog[open]')`;
