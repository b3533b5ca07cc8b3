import { describe, expect } from 'vitest';

import type { Field, SimpleField } from '#domain/site/fields.ts';
import { checkDocument } from '#domain/site/document-values.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { documentNames, fieldsOf, type DocumentName } from '#domain/site/site-words.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';
import { expectSound } from './accessibility.ts';
import { desktop, focused, long, narrow, phone, test, visit } from './browser.ts';
import { writerSettings, visitAsWriter } from './editor-page.ts';
import { bodyOf, button, says, typeBody, writtenDown } from './writing-page.ts';

const product = useProduct(writerSettings);

const about = (path = '') => `${product.origin}/admin/site/about${path}`;
const deleteWords = () => product.database.db.deleteFrom('site_documents').execute();
const publish = (name: DocumentName, words: Record<string, unknown>) => {
  const row = { name, published: JSON.stringify(words), save_kind: 'publish' } as const;
  return product.database.db.insertInto('site_documents').values(row).execute();
};
const publicText = async (path: string) => (await fetch(product.origin + path)).text();

describe('the words of the site', () => {
  long('an entry moved down twice by the keyboard keeps the focus on its button', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/site/about' });
    const name = (place: number) =>
      page
        .getByRole('listitem', { name: `person ${place}` })
        .getByLabel('Name')
        .inputValue();
    const first = await name(1);
    await button(page, 'Move person 1 down').focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Move person 2 down');
    await page.keyboard.press('Enter');
    expect(await name(3)).toBe(first);
    expect(await focused(page)).toBe('Move person 3 up');
  });

  test('a draft is seen beside its form, on a phone above it, and by visitors once it is published', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/site' });
    const mission = 'We build boats.';
    const link = page.getByRole('link', { name: 'About', exact: true });
    const entry = page.getByRole('row').filter({ has: link });
    await entry.getByText('Example text').waitFor();
    await link.click();
    await page.getByText('Visitors see example text here.').waitFor();
    await button(page, 'Publish as it is').waitFor();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'ABOUT US' }).waitFor();
    await page.setViewportSize(phone);
    await button(page, 'Preview').click();
    await frame.getByRole('heading', { name: 'ABOUT US' }).waitFor();
    await page.setViewportSize(desktop);
    await page.getByLabel('Mission', { exact: true }).fill(mission);
    await button(page, 'Save Draft').click();
    await page.getByText('The draft was saved.').waitFor();
    await frame.getByText(mission).waitFor();
    expect(await publicText('/about')).not.toContain(mission);
    const preview = page.getByRole('region', { name: 'Preview' });
    const topAtStart = await preview.evaluate((pane) => pane.getBoundingClientRect().top);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const top = await preview.evaluate((pane) => pane.getBoundingClientRect().top);
    expect(top, 'the preview stays in sight at the end of the form').toBeGreaterThan(100);
    expect(top).toBeLessThanOrEqual(topAtStart);

    await button(page, 'Add person').click();
    await page.keyboard.type('Ann');
    await button(page, 'Publish').click();
    await page.getByRole('alert').filter({ hasText: 'Please enter role.' }).waitFor();
    const added = page.getByRole('group', { name: 'Team' }).getByRole('listitem', { name: 'person 4' });
    expect(await added.getByLabel('Role').getAttribute('aria-invalid')).toBe('true');
    await added.getByLabel('Role').fill('Captain');
    await button(page, 'Move person 4 up').click();
    await button(page, 'Publish').click();
    await page.getByText('The page is live.').waitFor();
    await page.getByText('Visitors see example text here.').waitFor({ state: 'detached' });
    const shown = await publicText('/about');
    expect(shown).toContain(mission);
    expect(shown.indexOf('Captain')).toBeLessThan(shown.indexOf('Anjali Rao'));

    await page.goto(about('/revisions'));
    await page.getByRole('region', { name: 'Team' }).waitFor();
    await button(page, 'Restore this version').click();
    await page.getByText('Restored into the text you are editing.').waitFor();
    const typed = page.getByLabel('Mission', { exact: true });
    await typed.fill('To be discarded.');
    await page.getByText('Saved, not live yet').waitFor();
    await button(page, 'Discard changes').click();
    await page.getByRole('region', { name: 'Not live yet' }).waitFor({ state: 'detached' });
    expect(await typed.inputValue()).toBe(mission);
    await typed.fill('Typed since.');
    await button(page, 'Undo discard').click();
    await page.getByRole('region', { name: 'Unsaved text' }).waitFor();
    await expect.poll(() => typed.inputValue()).toBe('To be discarded.');
    await page.getByRole('region', { name: 'Not live yet' }).waitFor();
    expect(await page.getByRole('link', { name: 'View Live' }).getAttribute('href')).toBe('/about');
    await deleteWords();
  });

  test('a person of the team leads to an author by choice, and a text that says the name of the example warns', async () => {
    const { page } = await visitAsWriter(product, { path: about() });
    const ctx = await contextAs(product.database.db, 'editor');
    await createTerm(ctx, 'author', { name: 'Ada Byron' });
    await page.reload();
    const choice = page.getByRole('listitem', { name: 'person 1' }).getByLabel('Author page');
    await choice.selectOption({ label: 'Ada Byron' });
    await button(page, 'Publish').click();
    await page.getByText('The page is live.').waitFor();
    expect(await publicText('/about')).toContain('<a href="/authors/ada-byron">Mara Ellison</a>');
    await page.goto(`${product.origin}/admin/site/general`);
    const warning = page.getByText('This text still says Anyforge.');
    await page.getByLabel('Name', { exact: true }).waitFor();
    expect(await warning.count()).toBe(0);
    await page.getByLabel('Name', { exact: true }).fill('Harbor Works');
    await warning.waitFor();
    await page.getByLabel('Description').fill('Harbor Works builds boats.');
    await warning.waitFor({ state: 'detached' });
    await button(page, 'Save Draft').click();
    await page.getByText('The draft was saved.').waitFor();
    await deleteWords();
  });

  long('typed over what another user saved are compared, and nothing is lost', async () => {
    const { page } = await visitAsWriter(product, { path: about() });
    const other = await page.context().newPage();
    await other.goto(about());
    const mine = { mission: 'Mine.', jvHeading: 'Mine.', jvText: 'Mine.', jvLink: 'Mine.' };
    for (const [name, words] of Object.entries(mine)) await page.locator(`[name=${name}]`).fill(words);
    await page.keyboard.press('Control+s');
    await page.getByText('The draft was saved.').waitFor();
    await other.locator('[name=teamHeading]').fill('Theirs.');
    await button(other, 'Save Draft').click();
    const notice = other.getByText('In another window you saved this page after you opened it here.');
    await notice.waitFor({ state: 'attached' });
    const dialog = other.getByRole('dialog', { name: 'You saved this page in another window' });
    await dialog.getByRole('region', { name: 'Mission' }).getByText('Only they changed this').waitFor();
    await dialog.getByRole('region', { name: 'Team: Heading' }).getByText('From theirs to yours').waitFor();
    await expectSound(other, 'two versions of a page');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await other.getByText('The draft was saved.').waitFor();
    const query = product.database.db.selectFrom('site_documents').select('draft');
    const { draft } = await query.executeTakeFirstOrThrow();
    expect(draft).toEqual({ ...mine, teamHeading: 'Theirs.' });

    // Unsaved text is offered again after the tab was closed.
    await other.getByLabel('Mission', { exact: true }).fill('x'.repeat(400));
    await other.getByText('Not saved').first().waitFor();
    await other.close({ runBeforeUnload: false });
    await page.goto(about());
    await page.getByRole('region', { name: 'Unsaved text' }).getByText('Site: About').waitFor();
    await button(page, 'Restore').click();
    expect(await page.getByLabel('Mission', { exact: true }).inputValue()).toBe('x'.repeat(400));
  });
});

long('the preview shows the part of the page that is edited; what changes rarely is folded', async () => {
  const { page } = await visitAsWriter(product, { path: '/admin/site/home', viewport: desktop });
  const frame = page.frameLocator('iframe');
  const closing = frame.getByRole('heading', { name: 'What should we build?' });
  await closing.waitFor();
  const isInSight = () =>
    closing.evaluate((heading) => {
      const { top, bottom } = heading.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  expect(await isInSight()).toBe(false);
  await page.locator('[name=closingHeading]').focus();
  await expect.poll(isInSight).toBe(true);

  const legend = page.getByLabel('Legend of the drawing');
  expect(await legend.isVisible()).toBe(false);
  await page.getByText('More texts').click();
  await legend.fill('');
  await page.getByText('More texts').click();
  await button(page, 'Publish').click();
  await legend.and(page.locator('[aria-invalid]')).waitFor();

  await page.goto('/admin/site/general');
  await frame.getByText('we build anything').first().waitFor();
  await page.getByLabel('Email', { exact: true }).focus();
  await frame.getByRole('heading', { name: 'Tell us what you need built' }).waitFor();
});

long('an entry of the navigation is a page or an address, and colors can be read', async () => {
  const { page } = await visitAsWriter(product);
  await addPost(await contextAs(product.database.db, 'admin'), {
    kind: 'page',
    title: 'Careers',
    published: 'true',
  });
  await page.goto(`${product.origin}/admin/site/navigation`);
  const header = page.getByRole('group', { name: 'Entries of the header' });
  expect(await header.getByLabel('Label').count(), 'only the name of Work can be changed').toBe(1);
  await button(page, 'Add header entry').click();
  const added = header.getByRole('listitem', { name: 'header entry 6' });
  await added.getByLabel('Page').selectOption('Careers');
  expect(await added.getByLabel('Label').inputValue()).toBe('Careers');
  await button(page, 'Add header entry').click();
  const other = header.getByRole('listitem', { name: 'header entry 7' });
  await other.getByLabel('Page').selectOption('Another address');
  await other.getByLabel('Address').pressSequentially('/about?from=menu');
  await other.getByLabel('Label').fill('Us');
  await button(page, 'Publish').click();
  await page.getByText('The page is live.').waitFor();
  const home = await publicText('/');
  expect(home).toContain('href="/careers"');
  expect(home).toContain('href="/about?from=menu"');

  await page.goto(`${product.origin}/admin/site/brand`);
  const color = page.getByLabel('Accent color in light mode', { exact: true });
  await color.fill('#ffff00');
  await page.getByRole('button', { name: /^Use #/ }).click();
  expect(await color.inputValue()).toMatch(/^#(?!ffff00)[\da-f]{6}$/);
  expect(await color.getAttribute('aria-invalid')).toBeNull();
  await deleteWords();
});

long('a legal text is written in the editor of posts', async () => {
  const { page } = await visitAsWriter(product, { path: '/admin/site/privacy' });
  await bodyOf(page).getByText('Your rights').waitFor();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Your rights' }).waitFor();
  await bodyOf(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('We keep ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('nothing');
  // Within one task of the browser, so that nothing is rendered between the last character and the key.
  await page.evaluate(async () => {
    document.execCommand('insertText', false, '.');
    await Promise.resolve();
    const save = { key: 's', ctrlKey: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', save));
  });
  await says(page, 'The draft was saved.');
  const { draft } = await product.database.db
    .selectFrom('site_documents')
    .select('draft')
    .where('name', '=', 'privacy')
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(draft)).toContain('nothing.');
  await button(page, 'Publish').click();
  await page.getByText('The page is live.').waitFor();
  expect(await publicText('/privacy')).toContain('We keep <strong>nothing.</strong>');
  await page.goto(`${product.origin}/admin/site/privacy/revisions`);
  await page.getByRole('region', { name: 'Content' }).getByText('Your rights').waitFor();
  await button(page, 'Restore this version').click();
  await bodyOf(page).getByText('Your rights').waitFor();
});

test('a legal text that was not saved comes back also before the script of its editor', async () => {
  const { page } = await visitAsWriter(product, { path: '/admin/site/terms' });
  await page.route('**/*.data*', (route) => route.abort('connectionreset'));
  await typeBody(page, ' Not saved.');
  await expect.poll(async () => JSON.stringify(await writtenDown(page))).toContain('Not saved.');
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/body-editor-*.js', async (route) => {
    await held;
    await route.continue();
  });
  page.on('dialog', (asked) => void asked.accept());
  await page.reload({ waitUntil: 'commit' });
  await page.getByText('The text that was not saved is back.').waitFor();
  letGo();
  await bodyOf(page).getByText('Not saved.').waitFor();
  await page.unrouteAll();
  await button(page, 'Save Draft').click();
  await page.getByText('The draft was saved.').waitFor();
  const query = product.database.db.selectFrom('site_documents').select('draft').where('name', '=', 'terms');
  expect(JSON.stringify(await query.executeTakeFirstOrThrow())).toContain('Not saved.');
});

test('an author keeps what was typed after an entry was removed, and after another user deleted the author', async () => {
  const { db } = product.database;
  const { id } = await createTerm(await contextAs(db, 'editor'), 'author', { name: 'Grace Hopper' });
  const { page } = await visitAsWriter(product, { path: `/admin/authors/${id}` });
  const label = (place: number) => page.getByRole('listitem', { name: `link ${place}` }).getByLabel('Label');
  for (const place of [1, 2]) {
    await button(page, 'Add link').click();
    await label(place).fill(`Link ${place}`);
  }
  await button(page, 'Remove link 2').click();
  await label(1).fill('Typed since');
  await page.getByLabel('Bio').fill('Typed since.');
  await button(page, 'Undo').click();
  expect(await label(2).inputValue()).toBe('Link 2');
  expect(await label(1).inputValue()).toBe('Typed since');
  await db.deleteFrom('authors').where('id', '=', id).execute();
  await button(page, 'Update').click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Bio').inputValue()).toBe('Typed since.');
});

long('both buttons of the home page are in sight, however long its headline is', async () => {
  const { page } = await visit({ viewport: desktop });
  const words =
    'software companies engineered for people who understand their problems better than consultants'.split(
      ' ',
    );
  for (const count of [3, 7, 12]) {
    await deleteWords();
    await publish('home', { headline: words.slice(0, count).join(' ') });
    await expect.poll(() => publicText('/')).toContain(words[count - 1]);
    await page.goto(product.origin);
    await page.evaluate(() => document.fonts.ready);
    for (const name of ['Work with us', 'Learn more']) {
      const box = await page.getByRole('link', { name }).boundingBox();
      expect((box?.y ?? 900) + (box?.height ?? 0), `${count} words`).toBeLessThanOrEqual(900);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(desktop.width);
  }
  await deleteWords();
});

const pages = ['/', '/about', '/contact', '/jv-program', '/blog', '/privacy', '/none'];

test.for([
  ['words without a break, as long as they may be', (max: number) => 'W'.repeat(max)],
  ['right-to-left text', (max: number) => 'שלום עולם '.repeat(200).slice(0, max).trim()],
] as const)('%s in every field overflow no page at 320 px', async ([, textOf]) => {
  await deleteWords();
  for (const name of documentNames) await publish(name, hostile(name, textOf));
  const { page } = await visit({ viewport: narrow });
  for (const path of pages) {
    await page.goto(product.origin + path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(320);
    expect(await page.locator('header nav a').count(), path).toBe(40);
  }
});

/** Values that are valid, each as hostile as its field allows. */
function hostile(name: DocumentName, textOf: (max: number) => string): Record<string, unknown> {
  const simple = (field: SimpleField): string | boolean => {
    if (field.kind === 'flag') return true;
    if (field.kind === 'image' || field.kind === 'color') return '';
    if (field.kind === 'link' || field.kind === 'page') return '/blog?page=1';
    if (field.kind === 'body') return `<p>${textOf(2_000)}</p>`;
    if (field.kind === 'email') return `${'a'.repeat(60)}@${'b'.repeat(60)}.example`;
    if (field.kind === 'zone') return 'America/Argentina/ComodRivadavia';
    return textOf(Math.min(field.max, 2_000));
  };
  const valueOf = (field: Field): unknown => {
    if (field.kind !== 'list') return simple(field);
    const count = Math.min(field.max, 40);
    return Array.from({ length: count }, () =>
      Object.fromEntries(Object.entries(field.fields).map(([key, each]) => [key, simple(each)])),
    );
  };
  const sent = Object.fromEntries([...fieldsOf(name)].map(([key, field]) => [key, valueOf(field)]));
  const { values, errors } = checkDocument(name, sent);
  expect(errors).toEqual({});
  return values;
}
