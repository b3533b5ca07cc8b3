import { RankingCard } from './ranking.tsx';

import type { SourceFigures } from '#domain/analytics/get-analytics.ts';

type Group = {
  kind: SourceFigures['kind'];
  title: string;
  definition: string;
  /** What a source without a name is called; without it such a source is left out. */
  unknown?: string;
  empty?: string;
};

const groups: readonly Group[] = [
  {
    kind: 'referrer',
    title: 'Referrers',
    definition:
      'Views of the period by the site that visitors came from. Direct: the browser named no other site.',
    unknown: 'Direct',
  },
  {
    kind: 'campaign',
    title: 'Campaigns',
    definition:
      'Views of the period by utm_campaign, or else utm_source, in the link that visitors followed.',
    // Most views have no campaign: their bar would make all others look alike.
    empty: 'Links with utm_campaign or utm_source in their address are counted here.',
  },
  {
    kind: 'device',
    title: 'Devices',
    definition: 'Views of the period by the kind of device.',
    unknown: 'Unknown',
  },
  {
    kind: 'browser',
    title: 'Browsers',
    definition: 'Views of the period by browser.',
    unknown: 'Unknown',
  },
  {
    kind: 'ignored',
    title: 'Not counted',
    definition:
      'Page loads of the period that do not count: bots, prefetched pages, signed-in administrators, posts that are not public, repeats within 30 minutes, and more than 50 views of one post from one network in a day.',
    empty: 'Every page load was counted.',
  },
];

/** Where views came from, a card for each kind that is known. */
export function Sources({
  sources,
  kinds,
}: {
  sources: readonly SourceFigures[];
  kinds: readonly SourceFigures['kind'][];
}) {
  return groups
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, unknown, ...group }) => (
      <RankingCard
        key={kind}
        {...group}
        measure="Views"
        items={sources
          .filter((source) => source.kind === kind && (source.name !== '' || unknown !== undefined))
          .map(({ name, views }) => ({ key: name, name: nameOf(kind, name) || unknown, views }))}
      />
    ));
}

function nameOf(kind: SourceFigures['kind'], name: string): string {
  if (name === '(other)') return 'Other';
  if (kind === 'ignored') return reasonNames[name] ?? name;
  return kind === 'device' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

const reasonNames: Record<string, string> = {
  bot: 'Bots',
  prefetch: 'Prefetched',
  staff: 'Staff',
  hidden: 'Not public',
  repeat: 'Repeats',
  network: 'Over the network limit',
};
