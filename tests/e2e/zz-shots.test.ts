import { afterAll, beforeAll } from 'vitest';
import { createPost } from '#domain/posts/create-post.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { desktop, phone, test, visit } from './browser.ts';
import { writerSettings } from './editor-page.ts';
import { addEditor, bodyOf, button, openEdit, signIn, writer } from './writing-page.ts';
let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());
test('shots', async ({ browser }) => {
  const mia = await addEditor(product, 'mia@firm.test');
  for (const [name, viewport] of [
    ['desktop', desktop],
    ['phone', phone],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      const content =
        '<p>We build anything, and we build it in the open, with the people who will use it.</p><p>The second paragraph says how.</p><p>The third says when.</p><p>The last one thanks everybody.</p>';
      const { id } = await createPost(
        await contextAs(product.database.db, 'editor'),
        newPost({ title: `Shots ${name} ${colorScheme}`, content }),
      );
      const mine = await writer(browser, product, { viewport, colorScheme });
      const theirs = await visit(browser, { baseURL: product.origin });
      await signIn(theirs.page, product.origin, mia);
      await openEdit(mine.page, id);
      await openEdit(theirs.page, id);
      const type = async (page: typeof mine.page, p: string, words: string) => {
        await bodyOf(page).getByText(p).click();
        await page.keyboard.press('End');
        await page.keyboard.type(words);
      };
      await type(theirs.page, 'The second', ' First we listen, then we draw.');
      await type(theirs.page, 'The third', ' In spring.');
      await theirs.page.getByLabel('Excerpt').fill('Their excerpt.');
      await button(theirs.page, 'Save Changes').click();
      await theirs.page.getByText('Post updated successfully.').first().waitFor();
      await type(mine.page, 'The third', ' Before the summer.');
      await type(mine.page, 'The last', ' Really.');
      await mine.page.keyboard.press('Control+s');
      await mine.page.getByRole('dialog').waitFor();
      await mine.page.waitForTimeout(300);
      await mine.page.screenshot({ path: `/tmp/e1shots/conflict-${name}-${colorScheme}.png` });
      await mine.close();
      await theirs.close();
    }
});
