import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { CalendarFigures } from './calendar-figures.tsx';
import { Count } from './count.tsx';
import { FormReachCard, PagesCard } from './page-reach.tsx';
import { ViewsChart } from './views-chart.tsx';

test('a count below 1,000 is exact; above, it is abbreviated and the exact figure is its tooltip', () => {
  expect(renderToStaticMarkup(<Count value={999} />)).toBe('<span>999</span>');
  expect(renderToStaticMarkup(<Count value={41_797} />)).toBe('<span title="41,797">41.8K</span>');
});

test.each<[string, ReactNode]>([
  [
    'cards',
    <CalendarFigures
      key="c"
      views={{ today: 41_797, thisWeek: 41_797, thisMonth: 41_797 }}
      visitorsToday={41_797}
    />,
  ],
  [
    'the chart and its table',
    <ViewsChart
      key="v"
      days={[{ day: '2026-11-18', views: 41_797, dayBefore: '2026-11-17', viewsBefore: 41_797 }]}
    />,
  ],
  ['pages', <PagesCard key="p" pages={[{ page: '/', views: 41_797, visitors: 41_797 }]} period={7} />],
  [
    'forms',
    <FormReachCard
      key="f"
      forms={[{ name: 'Contact', visitors: 41_797, senders: 41_797, rate: 100 }]}
      period={7}
    />,
  ],
])('%s show no count of 1,000 and up in full', (_, element) => {
  const markup = renderToStaticMarkup(element);
  const visible = markup.replaceAll(/<[^>]*>/g, ' ');
  expect(visible).toContain('41.8K');
  expect(visible).not.toMatch(/\d,\d{3}|41797/);
  expect(markup).toContain('title="41,797"');
});
