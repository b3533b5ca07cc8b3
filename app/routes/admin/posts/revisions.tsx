import { Link, href } from 'react-router';

import type { Route } from './+types/revisions';
import { kinds as postKinds } from '#domain/core/kinds.ts';
import { getPostFormChoices } from '#domain/posts/get-post-form-choices.ts';
import { restorePost } from '#domain/posts/restore-post.ts';
import { getPostRevision, type GoneImages } from '#domain/posts/get-post-revision.ts';
import { listPostRevisions, type Revision } from '#domain/posts/list-post-revisions.ts';
import { listProposals } from '#domain/proposals/list-proposals.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { compareBodies } from '#domain/html/compare-bodies.ts';
import { formatLongDateTimeSeconds } from '#domain/fields/dates.ts';
import { Notice } from '#app/ui/notice.tsx';
import { formAction, type FormRequest } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader, type ScreenRequest } from '../actions/screen-loader.ts';
import { backToPosts, Screen } from '../frame/screen.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { loadEditState } from './state/edit-state.ts';
import { restorable } from '#domain/posts/post-parts.ts';
import { differencesOf, partName } from './differences/field-differences.ts';
import { FieldChange } from './differences/field-change.tsx';
import { formStateOf } from './state/post-values.ts';
import { ComparedBody } from '../editing/differences/compared-body.tsx';
import { RevisionsScreen } from '../editing/revisions-screen.tsx';

const failures = { restore: 'Failed to update post.' };

const kinds: Record<Revision['kind'], string> = {
  save: 'Saved',
  autosave: 'Autosaved',
  other: 'Changed outside the form',
  discarded: 'Discarded changes',
};

/** `?show=` is the id of the revision that is compared with the text being edited. */
export const loader = screenLoader(async (domain, { params: { id }, url }: ScreenRequest<{ id: string }>) => {
  const [{ state }, revisions, choices, proposals] = await Promise.all([
    loadEditState(domain, id),
    listPostRevisions(domain, id),
    getPostFormChoices(domain),
    listProposals(domain, { post: id, isDecided: true, page: 1 }),
  ]);
  const show = url.searchParams.get('show') ?? revisions[0]?.id ?? null;
  const shown = show === null ? null : await findState(domain, id, show);
  return {
    id,
    current: state,
    revisions,
    choices,
    accepted: proposals.items.filter((proposal) => proposal.state === 'accepted'),
    timeZone: domain.timeZone,
    show,
    shown,
    compared: compareBodies(shown?.content ?? '', state.content),
  };
});

/** Restores the chosen parts into the text being edited; visitors see a change of a published post after Save Changes. */
export const action = formAction(failures, {
  restore: async (ctx, fields, { form, params: { id } }: FormRequest<{ id: string }>) => {
    const { revision = '', version, pendingVersion } = fields;
    const seen = { version: Number(version), pendingVersion: Number(pendingVersion) };
    await restorePost(ctx, id, { revision, parts: form.getAll('part') }, seen);
    throw redirectWithToast(href('/admin/posts/edit/:id', { id }), { key: 'revision-restored' });
  },
});

export const clientAction = formClientAction(failures);

async function findState(domain: DomainContext, postId: string, id: string) {
  const { gone, ...revision } = await getPostRevision(domain, postId, id);
  return { ...formStateOf(revision, domain.timeZone), gone };
}

export const handle = new Screen('Revisions', 'Failed to load post.', { back: backToPosts });

export default function PostRevisions({ loaderData, actionData }: Route.ComponentProps) {
  const { id, current, revisions, choices, accepted, timeZone, show, shown, compared } = loaderData;
  const differences = shown === null ? [] : differencesOf(shown, current, choices);
  return (
    <RevisionsScreen
      heading="Revisions"
      back={{ to: href('/admin/posts/edit/:id', { id }), label: 'Back to Edit' }}
      title={current.values.title}
      message={actionData?.ok === false ? actionData.message : null}
      noun={postKinds[current.values.kind].noun}
      intro={
        accepted.length > 0 && (
          <ul aria-label="Accepted proposals" className="grid gap-1 text-ink-soft">
            {accepted.map(({ id: proposal, proposer, decidedBy, at }) => (
              <li key={proposal} className="wrap-anywhere">
                <Link to={href('/admin/posts/proposals/:id', { id: proposal })} className="underline">
                  Proposed by {proposer}, accepted by {decidedBy ?? 'a former admin'}
                </Link>
                , {formatLongDateTimeSeconds(at, timeZone)}
              </li>
            ))}
          </ul>
        )
      }
      revisions={revisions.map((revision) => ({ ...revision, kind: kinds[revision.kind] }))}
      shown={show}
      timeZone={timeZone}
      present={{ version: current.version, pendingVersion: current.pendingVersion }}
      mayRestore
      notice={shown !== null && <Gone {...shown.gone} />}
      differences={differences.map(({ part, one, other }) => ({
        name: partName(part),
        ...(restorable.includes(part) ? { restores: part } : {}),
        words:
          part === 'content' ? (
            <ComparedBody compared={compared} />
          ) : (
            <FieldChange part={part} one={one} other={other} />
          ),
      }))}
    />
  );
}

function Gone({ fields, inBody }: GoneImages) {
  if (fields.length === 0 && inBody === 0) return null;
  return (
    <Notice tone="warn">
      {fields.map((name) => (
        <p key={name}>
          The {partName(name).toLowerCase()} of this version has been deleted. It comes back without one.
        </p>
      ))}
      {inBody > 0 && (
        <p>
          {inBody === 1 ? 'An image in its text has' : `${inBody} images in its text have`} been deleted and
          will be missing there.
        </p>
      )}
    </Notice>
  );
}
