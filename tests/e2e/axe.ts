import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules whose verdict depends on the layout and the colors. */
export const looks = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Violations that axe finds in the page as it is now, one line for each element.
 * @param only the rules to run; all of WCAG 2.2 AA and best practice unless given
 */
export async function axeViolations(page: Page, only: readonly string[] = []): Promise<string[]> {
  // It stays with the document, and half a megabyte of script takes longer to parse than many a page to check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const runOnly =
    only.length > 0 ? { type: 'rule' as const, values: [...only] } : { type: 'tag' as const, values: tags };
  return page.evaluate(async (which) => {
    // What lies behind an open dialog is out of reach.
    const part = [...document.querySelectorAll(':modal')].at(-1) ?? document;
    const { violations } = await window.axe.run(part, { runOnly: which, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, runOnly);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
