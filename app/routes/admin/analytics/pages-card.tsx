import { href } from 'react-router';

import { Card } from '#app/ui/card.tsx';
import { Count } from './count.tsx';
import { Ranking } from './ranking.tsx';

/** Public pages that are not posts, by their views. */
export function PagesCard({
  pages,
  period,
}: {
  pages: readonly { page: string; views: number; visitors: number }[];
  period: number;
}) {
  return (
    <Card
      title="Pages"
      definition={`Views in the last ${period} days of public pages that are not posts, and their visitors, each counted once a day. No other figure includes them.`}
      flush
    >
      <Ranking
        measure={`Views in the last ${period} days`}
        items={pages.map(({ page, views, visitors }) => ({
          key: page,
          name: pageNames[page] ?? page,
          note: <Count value={visitors} words={visitors === 1 ? 'visitor' : 'visitors'} />,
          views,
        }))}
      />
    </Card>
  );
}

/** Of the fixed pages, by their paths. */
export const pageNames: Record<string, string> = {
  [href('/')]: 'Home',
  [href('/about')]: 'About',
  [href('/blog')]: 'Blog',
  [href('/search')]: 'Search',
  [href('/contact')]: 'Contact',
  [href('/jv-program')]: 'JV Program',
  [href('/newsletter')]: 'Newsletter',
  [href('/privacy')]: 'Privacy',
  [href('/terms')]: 'Terms',
  [href('/cookies')]: 'Cookies',
};
