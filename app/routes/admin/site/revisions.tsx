import { href } from 'react-router';

import type { Route } from './+types/revisions';
import { requireActor } from '#domain/core/context.ts';
import { can } from '#domain/core/permissions.ts';
import { changedFields, labelOfField } from '#domain/site/field-words.ts';
import { getSiteDocument } from '#domain/site/site-document.ts';
import { listSiteRevisions, restoreSiteRevision, type SiteRevision } from '#domain/site/site-revisions.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { formAction, type FormRequest } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader, type ScreenRequest } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { RevisionsScreen } from '../editing/revisions-screen.tsx';
import { SiteFieldChange } from './site-field-change.tsx';

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
        : changedFields(name, shown.values, values).map((key) => {
            const label = labelOfField(name, key);
            return { key, label, one: shown.values[key], other: values[key] };
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
      differences={differences.map(({ key, label, one, other }) => ({
        name: label,
        words: <SiteFieldChange document={name} name={key} one={one} other={other} />,
      }))}
    />
  );
}
