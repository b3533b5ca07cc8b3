import { href, Link } from 'react-router';

import { listSendings } from '#domain/post-emails/find-email-states.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { counted } from '#domain/fields/counted.ts';
import { Screen } from '../frame/screen.tsx';
import { readPage } from '../list/list-address.ts';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { newsletterTabs } from './newsletter-tabs.tsx';

export const loader = screenLoader((domain, { url }) => listSendings(domain, readPage(url.searchParams)));

export const handle = new Screen('Newsletter', 'Failed to load what was sent.', {
  title: () => 'Newsletter: Sent',
});

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Posts that were emailed to subscribers, is being emailed, or waits for its time. */
export default function Sent({ loaderData }: { loaderData: Loaded }) {
  return (
    <ListScreen
      {...loaderData}
      heading="Newsletter"
      intro={newsletterTabs}
      count={counted(loaderData.found, 'email')}
      columns={columns}
      empty={{
        title: 'Nothing sent yet',
        text: 'Choose “Email this post to subscribers” beside a post.',
        action: (
          <Link to={href('/admin/posts')} className="underline underline-offset-4">
            Choose a post
          </Link>
        ),
      }}
    />
  );
}

const columns: Column<Loaded['items'][number]>[] = [
  {
    name: 'Post',
    place: 'title',
    className: 'font-medium',
    cell: ({ postId, title }) => (
      <Link
        to={href('/admin/posts/edit/:id/email', { id: postId })}
        dir="auto"
        className="line-clamp-2 rounded-sm wrap-anywhere underline-offset-4 hover:underline"
      >
        {title}
      </Link>
    ),
  },
  {
    name: 'Subscribers',
    width: '@3xl:w-32',
    cardLabel: 'Subscribers:',
    cell: ({ recipients }) => recipients?.toLocaleString('en-US') ?? null,
  },
  {
    name: 'State',
    width: '@3xl:w-64',
    cell: ({ state }) => <span className="block first-letter:uppercase">{state.words}</span>,
  },
];
