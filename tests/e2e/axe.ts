import axe from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds wrong with the page as it is now, a line for each place.
 * @param only the rules asked; all of WCAG 2.2 AA and best practice unless given
 */
export async function axeViolations(page: Page, only: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe.source);
  const runOnly =
    only.length > 0 ? { type: 'rule' as const, values: [...only] } : { type: 'tag' as const, values: tags };
  return page.evaluate(async (which) => {
    const { violations } = await window.axe.run({ runOnly: which });
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
