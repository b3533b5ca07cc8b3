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

/** Each layout is looked through once, and each scheme: a scheme changes the colors and nothing else. */
const looks = [
  { viewport: narrow, colorScheme: 'light', isChecked: true },
  { viewport: phone, colorScheme: 'light', isChecked: false },
  { viewport: desktop, colorScheme: 'dark', isChecked: true },
] as const;

/** What axe finds at 320 px in light and on a desk in dark, and by how much the page is too wide there and on a phone. */
export async function soundFindings(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const findings: string[] = [];
  for (const { viewport, colorScheme, isChecked } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    const at = `${name} at ${viewport.width} px, ${colorScheme}`;
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) findings.push(`${at}: ${excess} px too wide`);
    if (images !== undefined) {
      await mkdir(images, { recursive: true });
      await page.screenshot({ path: `${images}/${name}-${viewport.width}-${colorScheme}.png` });
    }
    const found = isChecked ? await axeViolations(page) : [];
    findings.push(...found.map((finding) => `${at}: ${finding}`));
  }
  if (before) await page.setViewportSize(before);
  return findings;
}
