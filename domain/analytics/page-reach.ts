import type { PageFigures } from '#db/queries/page-views.ts';

/** Below so many visitors a rate means nothing. */
export const minVisitorsForRate = 20;

export type FormReach = {
  name: string;
  /** People who saw the page, counted once a day. */
  visitors: number;
  /** People who sent its form, counted once a day. */
  senders: number;
  /** Percent of visitors who sent the form, 0 to 100, with one decimal; null below 20 visitors. */
  rate: number | null;
};

const formPages = [
  { page: '/contact', name: 'Contact' },
  { page: '/jv-program', name: 'JV Program' },
] as const;

/** How many people saw the pages with a message form and how many of them wrote. */
export function formReach(pages: readonly PageFigures[]): FormReach[] {
  return formPages.map(({ page, name }) => {
    const { visitors = 0, senders = 0 } = pages.find((one) => one.page === page) ?? {};
    return { name, visitors, senders, rate: rateOf(senders, visitors) };
  });
}

/** The pages with the most views; those without any are not listed. */
export function topPages(pages: readonly PageFigures[], limit: number): PageFigures[] {
  return pages
    .filter(({ views }) => views > 0)
    .toSorted((a, b) => b.views - a.views)
    .slice(0, limit);
}

function rateOf(senders: number, visitors: number): number | null {
  if (visitors < minVisitorsForRate) return null;
  // Without script a sender is no visitor.
  return Math.min(100, Math.round((senders / visitors) * 1000) / 10);
}
