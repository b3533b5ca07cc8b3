import { mkdir } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { axeViolations } from './axe.ts';
import { desktop, narrow, phone } from './browser.ts';

/** Where images of every screen go, to be looked at; none unless asked for. */
export const images = process.env['SCREENSHOTS'];

/** axe finds nothing, nothing is cut off at the side; in light and dark, wide and narrow. */
export async function expectSound(page: Page, name: string): Promise<void> {
  expect(await soundFindings(page, name)).toEqual([]);
}

/** What axe finds and by how much the page is too wide, in light and dark, at 320 px, on a phone and on a desk. */
export async function soundFindings(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const viewport of [narrow, phone, desktop]) {
      await page.setViewportSize(viewport);
      const at = `${name} at ${viewport.width} px, ${colorScheme}`;
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (excess > 0) findings.push(`${at}: ${excess} px too wide`);
      if (images !== undefined) {
        await mkdir(images, { recursive: true });
        await page.screenshot({ path: `${images}/${name}-${viewport.width}-${colorScheme}.png` });
      }
      // A scheme changes the colors and nothing else, so each layout is looked through once and its colors twice.
      const isFirst = viewport === (colorScheme === 'light' ? narrow : desktop);
      const found = viewport === phone ? [] : await axeViolations(page, isFirst ? [] : ['color-contrast']);
      findings.push(...found.map((finding) => `${at}: ${finding}`));
    }
  }
  if (before) await page.setViewportSize(before);
  return findings;
}
