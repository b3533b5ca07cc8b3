import { Card } from '#app/ui/card.tsx';
import { Ranking } from './ranking.tsx';

export type Source = { kind: 'referrer' | 'campaign' | 'device' | 'browser'; name: string; views: number };

const groups = [
  {
    kind: 'referrer',
    title: 'Referrers',
    definition:
      'Views of the period by the site that visitors came from. Direct: the browser named no other site.',
    unknown: 'Direct',
    empty: 'No data available',
  },
  {
    kind: 'campaign',
    title: 'Campaigns',
    definition:
      'Views of the period by utm_campaign, or else utm_source, in the link that visitors followed.',
    // Most views have no campaign: their bar would make all others look alike.
    unknown: null,
    empty: 'Links with utm_campaign or utm_source in their address are counted here.',
  },
  {
    kind: 'device',
    title: 'Devices',
    definition: 'Views of the period by the kind of device.',
    unknown: 'Unknown',
    empty: 'No data available',
  },
  {
    kind: 'browser',
    title: 'Browsers',
    definition: 'Views of the period by browser.',
    unknown: 'Unknown',
    empty: 'No data available',
  },
] as const;

/** Where views came from, a card for each kind that is known. */
export function Sources({
  sources,
  kinds,
}: {
  sources: readonly Source[];
  kinds: readonly Source['kind'][];
}) {
  return groups
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, title, definition, unknown, empty }) => (
      <Card key={kind} title={title} definition={definition} flush>
        <Ranking
          measure="Views"
          empty={empty}
          items={sources
            .filter((source) => source.kind === kind && (source.name !== '' || unknown !== null))
            .map(({ name, views }) => ({ key: name, name: nameOf(kind, name) || unknown, views }))}
        />
      </Card>
    ));
}

function nameOf(kind: Source['kind'], name: string): string {
  if (name === '(other)') return 'Other';
  return kind === 'device' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}
