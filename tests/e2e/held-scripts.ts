import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens a screen that has no script yet. @returns what lets the scripts come */
export async function openWithoutScript(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main h1').first().waitFor();
  // They decide the look of a button.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  );
  return async () => {
    letGo();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.unroute('**/assets/*.js');
  };
}

/** Puts something else into every field that is shown. @returns how many these are */
function putIntoFields(page: Page): Promise<number> {
  return page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      // A color is typed in the field beside it.
      'main :is(input:not([type=file], [type=hidden], [type=color], [readonly]), textarea, select):enabled',
    );
    for (const field of fields) {
      if (field instanceof HTMLSelectElement) {
        const other = [...field.options].findLast(({ selected, disabled }) => !selected && !disabled);
        if (other) field.value = other.value;
      } else if (field.type === 'checkbox' || field.type === 'radio') field.click();
      else {
        const values: Record<string, string> = { time: '07:30', number: '7', email: 'a@b.test' };
        field.value = values[field.type] ?? `${field.value} early`;
      }
      field.dispatchEvent(new Event('input', { bubbles: true }));
      const isBox = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
      field.dataset['put'] = isBox ? String(field.checked) : field.value;
    }
    return fields.length;
  });
}

/** The fields, of those that are still there, that show or hold in their state something else than was put into them. */
function lostFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('[data-put]')].flatMap((field) => {
      const key = Object.keys(field).find((one) => one.startsWith('__reactProps')) ?? '';
      const props = (field as unknown as Record<string, { value?: unknown; checked?: unknown } | undefined>)[
        key
      ];
      const isBox = ['checkbox', 'radio'].includes(field.type);
      const shown = isBox ? String(field.checked) : field.value;
      const state = String((isBox ? props?.checked : props?.value) ?? shown);
      const { put } = field.dataset;
      const name = `${field.name} ${field.labels?.[0]?.textContent ?? field.ariaLabel ?? ''}`;
      return shown === put && state === put ? [] : [`${name}: ${put} is shown as ${shown}, held as ${state}`];
    }),
  );
}

/** The buttons that look as if they worked, though only a script can answer them. */
function deadButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLButtonElement>('main button')]
      .filter((button) => button.checkVisibility() && getComputedStyle(button).pointerEvents !== 'none')
      .filter(({ type, form, popoverTargetElement }) => !popoverTargetElement && !(type === 'submit' && form))
      .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent),
  );
}

/** The losses on each of the screens, and the parts that look there as if it worked. */
export async function lostEarly(page: Page, paths: readonly string[]): Promise<string[]> {
  const findings: string[] = [];
  for (const path of paths) {
    const comeScripts = await openWithoutScript(page, path);
    findings.push(...(await deadButtons(page)).map((name) => `${path}: "${name}" does nothing yet`));
    const fields = await putIntoFields(page);
    await comeScripts();
    let lost: string[] = [];
    if (fields > 0)
      await expect
        .poll(async () => (lost = await lostFields(page)).length, { timeout: 5_000 })
        .toBe(0)
        .catch(() => findings.push(...lost.map((field) => `${path}: ${field}`)));
  }
  return findings;
}
