import { mkdir } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { faultsOf } from './axe.ts';
import { desktop, phone } from './browser.ts';

/** Where pictures of every screen go, to be looked at; none unless asked for. */
export const pictures = process.env['SCREENSHOTS'];

/** axe finds nothing, nothing is cut off at the side; in light and dark, wide and narrow. */
export async function expectSound(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, `${name} at ${viewport.width}`).toBeLessThanOrEqual(0);
      if (pictures !== undefined) {
        await mkdir(pictures, { recursive: true });
        await page.screenshot({ path: `${pictures}/${name}-${viewport.width}-${colorScheme}.png` });
      }
    }
    expect(await faultsOf(page), `${name} in ${colorScheme}`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}
