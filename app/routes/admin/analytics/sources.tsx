import { Card } from '#app/ui/card.tsx';
import { Ranking } from './ranking.tsx';

export type Source = { kind: 'referrer' | 'campaign' | 'device' | 'browser'; name: string; views: number };

const groups = [
  { kind: 'referrer', title: 'Referrers', unknown: 'Direct' },
  { kind: 'campaign', title: 'Campaigns', unknown: 'No campaign' },
  { kind: 'device', title: 'Devices', unknown: 'Unknown' },
  { kind: 'browser', title: 'Browsers', unknown: 'Unknown' },
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
    .map(({ kind, title, unknown }) => (
      <Card key={kind} title={title} flush>
        <Ranking
          measure="Views"
          items={sources
            .filter((source) => source.kind === kind)
            .map(({ name, views }) => ({
              key: name,
              name: name === '' ? unknown : capitalised(kind, name),
              views,
            }))}
        />
      </Card>
    ));
}

function capitalised(kind: Source['kind'], name: string): string {
  return kind === 'device' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}
