import type { NamedFigures } from '#domain/analytics/get-analytics.ts';
import { pageNames } from '#domain/core/public-addresses.ts';
import { Count } from './count.tsx';
import { RankingCard } from './ranking.tsx';

const groups: readonly {
  what: NamedFigures['what'];
  title: string;
  definition: string;
  names?: Readonly<Record<string, string>>;
  empty?: string;
}[] = [
  {
    what: 'page',
    title: 'Pages',
    definition:
      'Views of the period of public pages that are not posts, and their visitors, each counted once a day. No other figure includes them.',
    names: pageNames,
  },
  {
    what: 'referrer',
    title: 'Referrers',
    definition:
      'Views of the period by the site that visitors came from. Direct: the browser named no other site.',
    names: { '': 'Direct' },
  },
  {
    what: 'campaign',
    title: 'Campaigns',
    definition:
      'Views of the period by utm_campaign, or else utm_source, in the link that visitors followed.',
    empty: 'Links with utm_campaign or utm_source in their address are counted here.',
  },
  {
    what: 'device',
    title: 'Devices',
    definition: 'Views of the period by the kind of device.',
    names: { '': 'Unknown', desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' },
  },
  {
    what: 'browser',
    title: 'Browsers',
    definition: 'Views of the period by browser.',
    names: { '': 'Unknown' },
  },
  {
    what: 'ignored',
    title: 'Not counted',
    definition:
      'Page loads of the period that do not count: bots, prefetched pages, signed-in administrators, posts that are not public, repeats within 30 minutes, and more than 50 views of one post from one network in a day.',
    names: {
      bot: 'Bots',
      prefetch: 'Prefetched',
      staff: 'Staff',
      hidden: 'Not public',
      repeat: 'Repeats',
      network: 'Over the network limit',
    },
    empty: 'Every page load was counted.',
  },
];

/** Pages, sources and reasons by their views, folded: not asked for every day. */
export function NamedFiguresCards({ named }: { named: readonly NamedFigures[] }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm font-semibold">
        More about views{' '}
        <span className="font-normal text-ink-soft">
          by page, referrer, campaign, device and browser, and those not counted
        </span>
      </summary>
      <div className="mt-4 gap-5 lg:columns-2 [&>section]:mb-5 [&>section]:break-inside-avoid">
        {groups.map(({ what, names, ...group }) => (
          <RankingCard
            key={what}
            {...group}
            items={named
              .filter((one) => one.what === what)
              .map(({ name, views, visitors }) => ({
                name: name === '(other)' ? 'Other' : (names?.[name] ?? name),
                note: what === 'page' && <Count value={visitors} noun="visitor" />,
                views,
              }))}
          />
        ))}
      </div>
    </details>
  );
}
