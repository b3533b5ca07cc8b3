import { Download } from 'lucide-react';
import { Link, href } from 'react-router';

import { requireActor } from '#domain/core/context.ts';
import { can } from '#domain/core/permissions.ts';
import { maxPostsAtOnce } from '#domain/posts/posts-input.ts';
import { liveAddressOf } from '#domain/site/preview-pages.ts';
import { listSiteDocuments } from '#domain/site/site-document.ts';
import type { DocumentName } from '#domain/site/site-words.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { Badge } from '#app/ui/badge.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Day } from '../hooks/dates.tsx';
import { useCan } from '../hooks/use-frame.ts';
import { Screen } from '../frame/screen.tsx';
import { ListTable, type Column } from '../list/list-table.tsx';
import { AddressCell, titleLinkClass } from '../posts/list/cells.tsx';
import { failuresOf } from '../posts/list/list-messages.ts';
import { listVerbs } from '../posts/list/list-verbs.ts';
import { loadList } from '../posts/list/load-list.ts';
import { PostList } from '../posts/list/post-list.tsx';

const ofEveryPage: readonly DocumentName[] = ['general', 'brand', 'navigation'];

const kind = 'page';

export const loader = screenLoader(async (domain, { url }) => {
  const [documents, list] = await Promise.all([
    can(requireActor(domain), 'view-site') ? listSiteDocuments(domain) : [],
    loadList(domain, kind, url.searchParams),
  ]);
  return {
    list,
    documents: documents.map(({ name, ...state }) => ({
      id: name,
      address: ofEveryPage.includes(name) ? null : liveAddressOf(name),
      ...state,
    })),
  };
});

export const action = formAction(failuresOf(kind), listVerbs(kind), { listItems: maxPostsAtOnce });

export const clientAction = formClientAction(failuresOf(kind));

export const handle = new Screen('Site', 'Failed to load pages.');

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Every page that is neither a post nor a case study, with its state, and what all pages share. */
export default function Site({ loaderData: { list, documents } }: { loaderData: Loaded }) {
  const mayExport = useCan('manage-site');
  return (
    <PostList
      kind={kind}
      heading="Site"
      list={list}
      emptyText="Pages with their own address outside the blog, such as an imprint or careers."
      intro={documents.length > 0 && <ListTable columns={columns} rows={documents} isLoading={false} />}
    >
      {mayExport && <Export />}
    </PostList>
  );
}

const columns: Column<Loaded['documents'][number]>[] = [
  {
    name: 'Title',
    place: 'title',
    cell: ({ id }) => (
      <Link to={href('/admin/site/:document', { document: id })} className={titleLinkClass}>
        {siteDocuments[id].label}
      </Link>
    ),
  },
  {
    name: 'Address',
    place: 'line',
    cell: ({ address }) => address !== null && <AddressCell path={address} isPublic />,
  },
  {
    name: 'Status',
    width: '@3xl:w-52',
    cell: ({ hasDraft, isExample }) => (
      <span className="flex flex-wrap gap-1">
        {isExample && <Badge>Example text</Badge>}
        {hasDraft ? <Badge>Draft</Badge> : !isExample && <Badge tone="ok">Live</Badge>}
      </span>
    ),
  },
  { name: 'Updated', width: '@3xl:w-28', cell: ({ savedAt }) => savedAt && <Day at={savedAt} /> },
];

function Export() {
  return (
    <section className="grid gap-1" aria-labelledby="export">
      <h2 id="export" className="font-semibold">
        Export
      </h2>
      <p className="max-w-prose text-ink-soft">
        Everything you have written, as Markdown files with their images. Accounts, messages and subscribers
        are not in it.
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        {[
          ['Export Public Content', ''],
          ['Export With Drafts', '?drafts'],
        ].map(([name, search]) => (
          <Link
            key={name}
            to={`${href('/admin/site/export')}${search}`}
            reloadDocument
            className={buttonClass('secondary')}
          >
            <Download />
            {name}
          </Link>
        ))}
      </div>
    </section>
  );
}
