import { href } from 'react-router';

import type { Route } from './+types/revisions';
import { requireActor } from '#domain/actor.ts';
import { can } from '#domain/permissions.ts';
import { changedFields, labelOfField, wordsOfField } from '#domain/site/field-words.ts';
import { getSiteDocument } from '#domain/site/site-document.ts';
import { listSiteRevisions, restoreSiteRevision, type SiteRevision } from '#domain/site/site-revisions.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { fieldsOf } from '#domain/site/site-words.ts';
import { formAction, type FormRequest } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader, type ScreenRequest } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { WordRuns } from '../editing/differences/word-runs.tsx';
import { RevisionsScreen } from '../editing/revisions-screen.tsx';

const failures = { restore: 'The words could not be restored. Please try again.' };

type Params = { document: string };

/** `?show=` is the id of the state that is compared with the present one. */
export const loader = screenLoader(async (domain, { params, url }: ScreenRequest<Params>) => {
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
    mayRestore: can(requireActor(domain), 'manage-site'),
    timeZone: domain.timeZone,
    revisions: revisions.map(({ id, kind, savedBy, savedAt }) => ({
      id,
      kind: kinds[kind],
      savedBy,
      savedAt,
    })),
    shown: shown?.id ?? null,
    differences:
      shown === null
        ? []
        : changedFields(name, shown.values, values).flatMap((key) => {
            const field = fields.get(key);
            if (!field) return [];
            const [one, other] = [wordsOfField(field, shown.values[key]), wordsOfField(field, values[key])];
            return [{ label: labelOfField(name, key), one, other }];
          }),
  };
});

export const action = formAction(failures, {
  restore: async (ctx, fields, { params: { document } }: FormRequest<Params>) => {
    await restoreSiteRevision(ctx, document, fields);
    throw redirectWithToast(href('/admin/site/:document', { document }), { key: 'revision-restored' });
  },
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('History', 'The history could not be loaded.', {
  back: { to: href('/admin/site'), label: 'Back to Site' },
});

const kinds: Record<SiteRevision['kind'], string> = {
  save: 'Draft saved',
  autosave: 'Autosaved',
  publish: 'Published',
  discard: 'Changes discarded',
  import: 'Imported',
  default: 'Before the first edit',
};

export default function SiteHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { name, version, differences, ...loaded } = loaderData;
  return (
    <RevisionsScreen
      {...loaded}
      heading="History"
      back={{
        to: href('/admin/site/:document', { document: name }),
        label: `Back to ${siteDocuments[name].label}`,
      }}
      message={actionData?.ok === false ? actionData.message : null}
      noun="page"
      present={{ version }}
      differences={differences.map(({ label, one, other }) => ({
        name: label,
        words: <WordRuns one={one} other={other} />,
      }))}
    />
  );
}
