import { Link } from 'react-router';

import type { Route } from './+types/import';
import { discardImport, getImport, listImports, startImport } from '#domain/imports/uploaded-imports.ts';
import { siteWordsChoices } from '#domain/imports/take-own-export.ts';
import { undoImport } from '#domain/imports/undo-import.ts';
import { Card } from '#app/ui/card.tsx';
import { formAction, onRow } from '../actions/form-action.ts';
import { counted } from '#domain/fields/counted.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Moment } from '../hooks/dates.tsx';
import { backToPosts, Screen } from '../frame/screen.tsx';
import { Page } from '../frame/page.tsx';
import { usePolling } from '../hooks/use-polling.ts';
import { readPage } from '../list/list-address.ts';
import { ImportCard, stateNames } from './import-card.tsx';
import { ImportRows } from './import-rows.tsx';
import { UploadCard } from './upload-card.tsx';

const failures = {
  check: 'The file could not be checked.',
  import: 'The import could not be started.',
  'retry-images': 'The images could not be tried again.',
  undo: 'The import could not be undone.',
  discard: 'The file could not be discarded.',
};

/** `?import=` is the import shown; without it the newest one. */
export const loader = screenLoader(async (domain, { url: { searchParams } }) => {
  const imports = await listImports(domain);
  const wanted = searchParams.get('import');
  const chosen = imports.find(({ id }) => id === wanted) ?? imports[0];
  return { imports, shown: chosen ? await getImport(domain, chosen.id, readPage(searchParams)) : null };
});

export const action = formAction(failures, {
  check: onRow((ctx, id) => startImport(ctx, id, 'check'), null),
  import: onRow((ctx, id, { siteWords }) => {
    const choice = siteWordsChoices.find((name) => name === siteWords);
    return startImport(ctx, id, 'import', choice);
  }, 'The import has started.'),
  'retry-images': onRow(
    (ctx, id) => startImport(ctx, id, 'retry-images'),
    'The missing images are tried again.',
  ),
  undo: async (ctx, { id = '' }) => {
    const { deleted, kept } = await undoImport(ctx, id);
    await ctx.imports.remove(id);
    const stays =
      kept.length === 0 ? '' : ` Edited since and kept: ${kept.map((title) => `"${title}"`).join(', ')}.`;
    return { done: `The import was undone: ${counted(deleted, 'text')} deleted.${stays}` };
  },
  discard: onRow(discardImport, 'The file was discarded.'),
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Import', 'Failed to load imports.', { back: backToPosts });

export default function Import({ loaderData: { imports, shown } }: Route.ComponentProps) {
  usePolling(shown?.state === 'checking' || shown?.state === 'importing');
  return (
    <Page>
      <UploadCard />
      {shown && <ImportCard key={shown.id} {...shown} />}
      {shown && shown.rows.length > 0 && <ImportRows {...shown} />}
      {imports.length > 1 && (
        <Card title="All imports" flush>
          <ul className="divide-y divide-line">
            {imports.map(({ id, name, state, startedAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
                <Link
                  to={`?${new URLSearchParams({ import: id })}`}
                  aria-current={id === shown?.id ? 'true' : undefined}
                  className="min-w-0 font-medium wrap-anywhere underline-offset-2 hover:underline aria-[current]:text-signal-strong"
                >
                  {name}
                </Link>
                <span className="text-ink-soft tabular-nums">
                  {stateNames[state]}, <Moment at={startedAt} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}
