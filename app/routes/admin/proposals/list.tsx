import { href, Link } from 'react-router';

import { listProposals, type ListedProposal } from '#domain/proposals/list-proposals.ts';
import { counted } from '#domain/fields/counted.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { screenLoader } from '../actions/screen-loader.ts';
import { Moment } from '../hooks/dates.tsx';
import { backToPosts, Screen } from '../frame/screen.tsx';
import { readPage } from '../list/list-address.ts';
import { LinkTabs, ListScreen } from '../list/list-screen.tsx';

/** `?decided=` shows those that are over, `?post=` those for one text. */
export const loader = screenLoader(async (domain, { url: { searchParams } }) => {
  const isDecided = searchParams.has('decided');
  const post = searchParams.get('post');
  const list = await listProposals(domain, { post, isDecided, page: readPage(searchParams) });
  return { ...list, isDecided, post };
});

export const handle = new Screen('Proposals', 'Failed to load proposals.', { back: backToPosts });

type Loaded = Awaited<ReturnType<typeof loader>>;
type Row = Loaded['items'][number];

export default function Proposals({ loaderData }: { loaderData: Loaded }) {
  const { total, isDecided, post } = loaderData;
  const address = (more: Record<string, string>) =>
    `?${new URLSearchParams({ ...(post === null ? {} : { post }), ...more })}`;
  return (
    <ListScreen
      {...loaderData}
      heading="Proposals"
      actions={
        <Link to={backToPosts.to} className={buttonClass('secondary')}>
          {backToPosts.label}
        </Link>
      }
      tabs={
        <LinkTabs
          label="Views"
          current={isDecided ? 'Decided' : 'Waiting'}
          tabs={[
            ['Waiting', address({})],
            ['Decided', address({ decided: '' })],
          ]}
        />
      }
      count={counted(total, 'proposal')}
      columns={columns}
      isTall
      empty={
        isDecided
          ? {
              title: 'No decided proposals',
              text: 'What was accepted, rejected or withdrawn is listed here.',
            }
          : {
              title: 'No open proposals',
              text: 'Contributors, and programs with a token, propose changes here. An editor accepts or rejects them; nothing is published by it.',
            }
      }
    />
  );
}

const columns = [
  {
    name: 'Text',
    place: 'title' as const,
    cell: ({ id, title, postId }: Row) => (
      <>
        <Link
          to={href('/admin/posts/proposals/:id', { id })}
          className="line-clamp-2 rounded-sm font-medium wrap-anywhere hover:underline [unicode-bidi:plaintext]"
        >
          {title}
        </Link>
        {postId === null && <span className="text-xs text-ink-soft">New text</span>}
      </>
    ),
  },
  {
    name: 'Reason',
    place: 'line' as const,
    cell: ({ reason }: Row) => <span className="line-clamp-3 wrap-anywhere">{reason}</span>,
  },
  {
    name: 'By',
    width: '@3xl:w-44',
    cell: ({ proposer }: Row) => <span className="wrap-anywhere">{proposer}</span>,
  },
  { name: 'State', width: '@3xl:w-28', cell: ({ state }: Row) => <ProposalBadge state={state} /> },
  { name: 'When', width: '@3xl:w-44', cell: ({ at }: Row) => <Moment at={at} /> },
];

const states: Record<ListedProposal['state'], { name: string; tone: BadgeTone }> = {
  writing: { name: 'Not sent', tone: 'neutral' },
  open: { name: 'Waiting', tone: 'warn' },
  accepted: { name: 'Accepted', tone: 'ok' },
  rejected: { name: 'Rejected', tone: 'neutral' },
  withdrawn: { name: 'Withdrawn', tone: 'neutral' },
};

export function ProposalBadge({ state }: { state: ListedProposal['state'] }) {
  return <Badge tone={states[state].tone}>{states[state].name}</Badge>;
}
