import { Download } from 'lucide-react';
import { Link, href } from 'react-router';

import { requireActor } from '#domain/actor.ts';
import { can } from '#domain/permissions.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { listOfKind } from '#domain/posts/list-of-kind.ts';
import { liveAddressOf } from '#domain/site/preview-pages.ts';
import { listSiteDocuments } from '#domain/site/site-document.ts';
import type { DocumentName } from '#domain/site/site-words.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Day } from '../hooks/dates.tsx';
import { Screen } from '../frame/screen.tsx';
import { readPage } from '../list/list-address.ts';
import type { Column } from '../list/list-table.tsx';
import { PostsOfKind } from '../pages/posts-of-kind.tsx';

const ofEveryPage: readonly DocumentName[] = ['general', 'brand', 'navigation'];

const failures = { delete: 'Failed to delete page.' };

export const loader = screenLoader(async (domain, { url }) => {
  const search = url.searchParams.get('q') ?? '';
  const [documents, { items, page, pages }] = await Promise.all([
    can(requireActor(domain), 'view-site') ? listSiteDocuments(domain) : [],
    listOfKind(domain, 'page', { search, page: readPage(url.searchParams) }),
  ]);
  const words = search.trim().toLowerCase();
  const found = documents.filter(({ name }) => siteDocuments[name].label.toLowerCase().includes(words));
  return {
    page,
    pages,
    mayExport: can(requireActor(domain), 'manage-site'),
    rows: [
      ...(page === 1 ? found : []).map(({ name, hasDraft, isExample, savedAt }) => ({
        id: name,
        title: siteDocuments[name].label,
        to: href('/admin/site/:document', { document: name }),
        address: ofEveryPage.includes(name) ? null : liveAddressOf(name),
        hasDraft,
        isExample,
        updatedAt: savedAt,
      })),
      ...items,
    ],
  };
});

export const action = formAction(failures, {
  delete: { run: (ctx, { id = '' }) => deletePosts(ctx, { ids: [id] }), done: 'Page deleted successfully.' },
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Site', 'Failed to load pages.');

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Every page that is neither a post nor a case study, with its state, and what all pages share. */
export default function Site({ loaderData }: { loaderData: Loaded }) {
  const { rows, page, pages, mayExport } = loaderData;
  return (
    <PostsOfKind
      kind="page"
      heading="Site"
      rows={rows}
      columns={columns}
      empty="Pages with their own address outside the blog, such as an imprint or careers."
      page={page}
      pages={pages}
    >
      {mayExport && <Export />}
    </PostsOfKind>
  );
}

const columns: Column<Loaded['rows'][number]>[] = [
  { name: 'Updated', width: '@3xl:w-28', cell: ({ updatedAt }) => updatedAt && <Day at={updatedAt} /> },
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
