import { href } from 'react-router';

import { formatOrigin, originNames, type LeadOrigin } from '#domain/analytics/lead-origin.ts';
import { minVisitorsForRate } from '#domain/analytics/lead-rate.ts';
import type { Leads } from '#domain/analytics/leads.ts';
import { pageNames } from '#domain/core/public-addresses.ts';
import { Card } from '#app/ui/card.tsx';
import { Definition } from '#app/ui/definition.tsx';
import { Count } from './count.tsx';
import { Ranking } from './ranking.tsx';

const rate = ` Rate: leads per 100 visitors, from ${minVisitorsForRate} visitors on; everybody counts once a day.`;

const definitions: Record<LeadOrigin['by'], string> = {
  post: `The post that the sender read last before writing. Unknown: none in that visit, or it was deleted.${rate}`,
  page: `The page with the form. Unknown: the browser ran no script.${rate}`,
  source: 'The other site that linked to the first page of the visit. Unknown: the browser named none.',
  campaign: 'utm_campaign, or else utm_source, in the link the visit began with. Unknown: the link had none.',
};

/** The messages of the period by where their senders came from. @param opens whether rows lead to the inbox */
export function LeadsCard({ leads, period, opens }: { leads: Leads; period: number; opens: boolean }) {
  const { since, until, total, groups } = leads;
  const messagesFrom = (origin: LeadOrigin) =>
    `${href('/admin/messages')}?${new URLSearchParams({ from: formatOrigin(origin), since, until })}`;
  return (
    <Card
      title="Leads by source"
      definition={`Leads: contact messages and JV applications of the last ${period} days, without spam. Each list adds up to all of them.`}
      actions={
        <span className="text-ink-soft tabular-nums">
          <Count value={total} noun="lead" />
        </span>
      }
      flush
    >
      {total === 0 && (
        <p className="px-4 py-8 text-center text-ink-soft">No leads in the last {period} days</p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] pb-2 empty:hidden sm:grid-cols-2 xl:grid-cols-4">
        {groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ by, rows, other }) => (
            <div key={by}>
              <h3 className="flex items-center px-4 pt-2 text-ink-soft">
                {originNames[by]}
                <Definition term={originNames[by]}>{definitions[by]}</Definition>
              </h3>
              <Ranking
                items={[
                  ...rows.map(({ value, name, leads: views, rate: percent }) => ({
                    name: (by === 'page' && pageNames[name]) || name || 'Unknown',
                    to: opens ? messagesFrom({ by, value }) : undefined,
                    note: percent !== null && `Rate ${percent}%`,
                    views,
                  })),
                  ...(other > 0 ? [{ name: 'Other', views: other }] : []),
                ]}
              />
            </div>
          ))}
      </div>
    </Card>
  );
}
