import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { isLong } from '#tests/long.ts';
import { desktop, narrow, phone } from './browser.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose verdict depends on the layout and the colors. */
const rulesOfLooks = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Violations that axe finds in the page as it is now, one line for each element.
 * @param only the rules to run; all of WCAG 2.2 AA and best practice unless given
 */
export async function axeViolations(page: Page, only: readonly string[] = []): Promise<string[]> {
  // It stays with the document, and half a megabyte of script takes longer to parse than many a page to check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const runOnly =
    only.length > 0 ? { type: 'rule' as const, values: [...only] } : { type: 'tag' as const, values: tags };
  return page.evaluate(async (which) => {
    // Content behind an open dialog is out of reach.
    const part = [...document.querySelectorAll(':modal')].at(-1) ?? document;
    const options = { runOnly: which, resultTypes: ['violations' as const], elementRef: true };
    const { violations } = await window.axe.run(part, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes
        // The caret scrolls what is in an editor.
        .filter(
          ({ element }) => id !== 'scrollable-region-focusable' || !element?.closest('[contenteditable]'),
        )
        .map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, runOnly);
}

/** axe finds nothing, nothing is cut off at the side; in light and dark, wide and narrow. */
export async function expectSound(page: Page, name: string): Promise<void> {
  expect(await soundFindings(page, name)).toEqual([]);
}

/**
 * Rules that depend on neither layout nor colors are checked once, on a desk, where everything is shown. The admin, whose
 * colors and controls are the same on every screen, has the others at 320 px in `npm run test:long` alone.
 */
const looks = [
  { viewport: narrow, colorScheme: 'light', rules: rulesOfLooks },
  { viewport: phone, colorScheme: 'light', rules: null },
  { viewport: desktop, colorScheme: 'dark', rules: [] },
] as const;

/**
 * Findings of axe at 320 px in light and on a desk in dark, and by how much the page is too wide there and on a phone.
 */
export async function soundFindings(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const findings: string[] = [];
  for (const { viewport, colorScheme, rules } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    const at = `${name} at ${viewport.width} px, ${colorScheme}`;
    const excess = await page.evaluate(() => {
      const widths = [...document.querySelectorAll(':modal')].map((one) => one.scrollWidth - one.clientWidth);
      return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...widths);
    });
    if (excess > 0) findings.push(`${at}: ${excess} px too wide`);
    const isLeftOut = rules?.length !== 0 && !isLong && new URL(page.url()).pathname.startsWith('/admin');
    const found = rules && !isLeftOut ? await axeViolations(page, rules) : [];
    findings.push(...found.map((finding) => `${at}: ${finding}`));
  }
  if (before) await page.setViewportSize(before);
  return findings;
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
