import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { axeViolations, looks as rulesOfLooks } from './axe.ts';
import { desktop, narrow, phone } from './browser.ts';

/** axe finds nothing, nothing is cut off at the side; in light and dark, wide and narrow. */
export async function expectSound(page: Page, name: string): Promise<void> {
  expect(await soundFindings(page, name)).toEqual([]);
}

/** What depends on neither layout nor colors is looked for once, on a desk, where everything is shown. */
const looks = [
  { viewport: narrow, colorScheme: 'light', rules: rulesOfLooks },
  { viewport: phone, colorScheme: 'light', rules: null },
  { viewport: desktop, colorScheme: 'dark', rules: [] },
] as const;

/** What axe finds at 320 px in light and on a desk in dark, and by how much the page is too wide there and on a phone. */
export async function soundFindings(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const findings: string[] = [];
  for (const { viewport, colorScheme, rules } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    const at = `${name} at ${viewport.width} px, ${colorScheme}`;
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) findings.push(`${at}: ${excess} px too wide`);
    const found = rules ? await axeViolations(page, rules) : [];
    findings.push(...found.map((finding) => `${at}: ${finding}`));
  }
  if (before) await page.setViewportSize(before);
  return findings;
}
