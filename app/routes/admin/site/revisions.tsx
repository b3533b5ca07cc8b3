import { Form, href, Link, useNavigation } from 'react-router';

import type { Route } from './+types/revisions';
import { requireActor } from '#domain/actor.ts';
import { can } from '#domain/permissions.ts';
import { changedFields, wordsOfField } from '#domain/site/field-words.ts';
import { getSiteDocument } from '#domain/site/site-document.ts';
import { listSiteRevisions, restoreSiteRevision, type SiteRevision } from '#domain/site/site-revisions.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { fieldsOf } from '#domain/site/site-words.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formAction, type FormRequest } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { WordRuns } from '../editing/differences/word-runs.tsx';
import { RevisionList } from '../editing/revision-list.tsx';

const loadFailure = 'The history could not be loaded.';
const failures = { restore: 'The words could not be restored. Please try again.' };

/** `?show=` is the id of the state that is compared with the present one. */
export const loader = screenLoader(
  loadFailure,
  async (domain, { params, url }: { params: { document: string }; url: URL }) => {
    const [{ name, values, version }, revisions] = await Promise.all([
      getSiteDocument(domain, params.document),
      listSiteRevisions(domain, params.document),
    ]);
    const wanted = url.searchParams.get('show');
    const shown = revisions.find(({ id }) => id === wanted) ?? revisions[0] ?? null;
    const fields = fieldsOf(name);
    return {
      name,
      version,
      canEdit: can(requireActor(domain), 'manage-site'),
      timeZone: domain.timeZone,
      revisions: revisions.map(({ id, kind, savedBy, savedAt, changes }) => ({
        id,
        name: null,
        kind: kinds[kind],
        savedBy,
        savedAt,
        changes,
      })),
      shown: shown?.id ?? null,
      differences:
        shown === null
          ? []
          : changedFields(name, shown.values, values).flatMap((key) => {
              const field = fields.get(key);
              if (!field) return [];
              const [one, other] = [wordsOfField(field, shown.values[key]), wordsOfField(field, values[key])];
              return [{ key, label: field.label, one, other }];
            }),
    };
  },
);

export const action = formAction(failures, {
  restore: async (ctx, fields, { params: { document } }: FormRequest<{ document: string }>) => {
    await restoreSiteRevision(ctx, document, fields);
    throw redirectWithToast(href('/admin/site/:document', { document }), { key: 'revision-restored' });
  },
});

export const clientAction = formClientAction(failures);

export const handle = new FailingScreen('History', loadFailure, {
  to: href('/admin/site'),
  label: 'Back to Site',
});

export const meta = () => screenMeta('History');

const kinds: Record<SiteRevision['kind'], string> = {
  save: 'Draft saved',
  autosave: 'Autosaved',
  publish: 'Published',
  discard: 'Changes discarded',
  import: 'Imported',
  default: 'Before the first edit',
};

/** The earlier states of a document, each compared with the present one, and a way back to it. */
export default function SiteHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { name, version, canEdit, revisions, shown, differences, timeZone } = loaderData;
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Link
          to={href('/admin/site/:document', { document: name })}
          className={buttonClass('quiet', '-ml-3')}
        >
          Back to {siteDocuments[name].label}
        </Link>
        <h1 className="text-base font-semibold tracking-tight">History</h1>
      </header>
      {actionData?.ok === false && <Notice>{actionData.message}</Notice>}
      {shown === null ? (
        <p className="rounded-lg border border-line bg-surface p-8 text-center text-ink-soft">
          There is only one version so far. Every save that changes this page keeps what was there before.
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
          <RevisionList
            revisions={revisions}
            shown={shown}
            timeZone={timeZone}
            linkTo={(show) => `?${new URLSearchParams({ show })}`}
          />
          <Form method="post" className="grid gap-4 rounded-lg border border-line bg-surface p-4">
            <input type="hidden" name="revision" value={shown} />
            <input type="hidden" name="version" value={version} />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-ink-soft">What changed from this version to the present one</p>
              {canEdit && (
                <Button type="submit" variant="primary" disabled={differences.length === 0} pending={isBusy}>
                  Restore this version
                </Button>
              )}
            </div>
            {differences.length === 0 && (
              <p className="py-6 text-center text-ink-soft">The two are the same.</p>
            )}
            {differences.map(({ key, label, one, other }) => (
              <section key={key} aria-label={label} className="grid gap-2 border-t border-line pt-3">
                <h2 className="font-semibold">{label}</h2>
                <WordRuns one={one} other={other} />
              </section>
            ))}
          </Form>
        </div>
      )}
    </div>
  );
}

export const ErrorBoundary = ScreenFailure;
