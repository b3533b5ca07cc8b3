import { href } from 'react-router';

import { minVisitorsForRate, type FormReach } from '#domain/analytics/page-reach.ts';
import { Card } from '#app/ui/card.tsx';
import { Count } from './count.tsx';
import { Ranking } from './ranking.tsx';

/** How many people saw the pages with a message form, and how many of them wrote. */
export function FormReachCard({ forms, period }: { forms: readonly FormReach[]; period: number }) {
  return (
    <Card
      title="Contact and JV"
      definition={`People who saw the page in the last ${period} days, and people who sent its form. Everybody counts once a day; spam does not count. The rate is shown for ${minVisitorsForRate} visitors or more.`}
      flush
    >
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-ink-soft">
            {['Page', 'Visitors', 'Senders', 'Rate'].map((name) => (
              <th
                key={name}
                scope="col"
                className="border-b border-line px-2 py-2 text-right font-medium first:pl-4 first:text-left last:pr-4"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {forms.map(({ name, visitors, senders, rate }) => (
            <tr key={name} className="tabular-nums">
              <th scope="row" className="py-2 pr-2 pl-4 text-left font-normal">
                {name}
              </th>
              <td className="px-2 py-2 text-right">
                <Count value={visitors} />
              </td>
              <td className="px-2 py-2 text-right">
                <Count value={senders} />
              </td>
              <td className="py-2 pr-4 pl-2 text-right">{rate === null ? '–' : `${rate}%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

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

const pageNames: Record<string, string> = {
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
