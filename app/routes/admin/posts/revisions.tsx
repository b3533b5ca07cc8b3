import { useState } from 'react';
import { Form, Link, useNavigation, href } from 'react-router';

import type { Route } from './+types/revisions';
import { kinds as postKinds } from '#domain/kinds.ts';
import { getPostFormChoices } from '#domain/posts/get-post-form-choices.ts';
import { restorePost } from '#domain/posts/restore-post.ts';
import { getPostRevision, type GoneImages } from '#domain/posts/get-post-revision.ts';
import { listPostRevisions, type Revision } from '#domain/posts/list-post-revisions.ts';
import { nameRevision } from '#domain/posts/name-revision.ts';
import { listProposals } from '#domain/proposals/list-proposals.ts';
import { currentRevision } from '#domain/posts/revision-names.ts';
import type { DomainContext } from '#domain/context.ts';
import { compareBodies } from '#domain/text/compare-bodies.ts';
import { formatLongDateTimeSeconds } from '#domain/text/dates.ts';
import { formFields } from '#app/http/form-fields.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formAction, type FormRequest } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { backToPosts, FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { loadEditState } from './state/edit-state.ts';
import {
  differencesOf,
  isProse,
  partName,
  parts,
  withParts,
  type Part,
  type State,
} from './differences/field-differences.ts';
import { postFormData, postValues } from './state/post-values.ts';
import { WordRuns } from '../editing/differences/word-runs.tsx';
import { RevisionList } from '../editing/revision-list.tsx';
import { ComparedBody } from './revisions/compared-body.tsx';
import { RevisionName } from './revisions/revision-name.tsx';

const loadFailure = 'Failed to load post.';
const failures = {
  restore: 'Failed to update post.',
  name: 'The name could not be saved. Please try again.',
};
const options = { defaultIntent: 'restore' } as const;

const kinds: Record<Revision['kind'], string> = {
  save: 'Saved',
  autosave: 'Autosaved',
  other: 'Changed outside the form',
  discarded: 'Discarded changes',
};

/** In place of a revision's id: the text that is being edited. */
const now = 'now';

/** `?show=` and `?with=` are the ids of the two compared revisions; `with=now` is the text being edited. */
export const loader = screenLoader(
  loadFailure,
  async (domain, { params: { id }, url }: { params: { id: string }; url: URL }) => {
    const [{ state }, revisions, choices, proposals] = await Promise.all([
      loadEditState(domain, id),
      listPostRevisions(domain, id),
      getPostFormChoices(domain),
      listProposals(domain, { post: id, isDecided: true, page: 1 }),
    ]);
    const show = url.searchParams.get('show') ?? revisions[0]?.id ?? null;
    const beside = url.searchParams.get('with') ?? now;
    const shown = show === null ? null : await findState(domain, id, show);
    const other = beside === now ? stateOf(state) : await findState(domain, id, beside);
    return {
      id,
      postKind: state.values.kind,
      current: state,
      revisions,
      choices,
      accepted: proposals.items
        .filter((proposal) => proposal.state === 'accepted')
        .map(({ id: proposal, proposer, decidedBy, at }) => ({
          id: proposal,
          words: `Proposed by ${proposer}, accepted by ${decidedBy ?? 'a former admin'}`,
          at: formatLongDateTimeSeconds(at, domain.timeZone),
        })),
      timeZone: domain.timeZone,
      show,
      beside,
      shown,
      gone: shown?.gone ?? nothingGone,
      other,
      compared: compareBodies(shown?.content ?? '', other.content),
    };
  },
);

/** Restores the chosen parts into the text being edited; visitors see a change of a published post after Save Changes. */
export const action = formAction(
  failures,
  {
    restore: async (ctx, fields, { form, params: { id } }: FormRequest<{ id: string }>) => {
      const { revision: revisionId = '', version = '', pendingVersion = '' } = fields;
      const chosen = form.getAll('part');
      const [{ state }, revision] = await Promise.all([
        loadEditState(ctx, id),
        findState(ctx, id, revisionId),
      ]);
      const restored = withParts(
        stateOf(state),
        revision,
        restorable.filter((part) => chosen.includes(part)),
      );
      const seen = { version, pendingVersion };
      await restorePost(
        ctx,
        id,
        formFields(postFormData(restored.values, restored.content, seen), ['tagIds']),
      );
      throw redirectWithToast(href('/admin/posts/edit/:id', { id }), { key: 'revision-restored' });
    },
    name: async (ctx, { revision = '', name = '' }, { params: { id } }: FormRequest<{ id: string }>) => {
      await nameRevision(ctx, id, revision, { name });
      return { done: name.trim() === '' ? 'The name was removed.' : 'The version has a name and is kept.' };
    },
  },
  options,
);

export const clientAction = formClientAction(failures, options);

async function findState(
  domain: DomainContext,
  postId: string,
  id: string,
): Promise<State & { gone: GoneImages }> {
  const { gone, ...revision } = await getPostRevision(domain, postId, id);
  return { values: postValues(revision, domain.timeZone), content: revision.content, gone };
}

const nothingGone: GoneImages = { fields: [], inBody: 0 };

function stateOf({ values, content }: State): State {
  return { values, content };
}

/** Publishing is left to the buttons of the form. */
const restorable: readonly Part[] = parts.filter((part) => part !== 'published');

export const handle = new FailingScreen('Revisions', loadFailure, backToPosts);

export const meta = () => screenMeta('Revisions');

export default function PostRevisions({ loaderData, actionData }: Route.ComponentProps) {
  const { id, current, revisions, show } = loaderData;
  const isPresentStored = revisions.some(
    ({ version, kind }) => version === current.version && kind !== 'discarded',
  );
  const canNamePresent = current.pendingVersion === 0 && !isPresentStored;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Link to={href('/admin/posts/edit/:id', { id })} className={buttonClass('quiet', '-ml-3')}>
          Back to Edit
        </Link>
        <h1 className="text-base font-semibold tracking-tight">Revisions</h1>
        <p dir="auto" className="min-w-0 truncate text-ink-soft">
          {current.values.title}
        </p>
        {canNamePresent && (
          <span className="ml-auto">
            <RevisionName revision={currentRevision} name={null} label="Name the present version" />
          </span>
        )}
      </header>
      {actionData?.ok === false && <Notice>{actionData.message}</Notice>}
      {loaderData.accepted.length > 0 && (
        <ul aria-label="Accepted proposals" className="grid gap-1 text-ink-soft">
          {loaderData.accepted.map(({ id: proposal, words, at }) => (
            <li key={proposal} className="wrap-anywhere">
              <Link to={href('/admin/posts/proposals/:id', { id: proposal })} className="underline">
                {words}
              </Link>
              , {at}
            </li>
          ))}
        </ul>
      )}
      {revisions.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface p-8 text-center text-ink-soft">
          There is only one version so far. Every save that changes this {postKinds[loaderData.postKind].noun}{' '}
          keeps what was there before.
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
          <RevisionList
            revisions={revisions.map((revision) => ({ ...revision, kind: kinds[revision.kind] }))}
            timeZone={loaderData.timeZone}
            shown={show}
            linkTo={(revision) => `?${new URLSearchParams({ show: revision, with: loaderData.beside })}`}
          />
          <Comparison key={`${show} ${loaderData.beside}`} {...loaderData} />
        </div>
      )}
    </div>
  );
}

function Comparison({
  current,
  revisions,
  choices,
  timeZone,
  show,
  beside,
  shown,
  gone,
  other,
  compared,
}: Route.ComponentProps['loaderData']) {
  const differences = shown === null ? [] : differencesOf(shown, other, choices);
  const offered = differences.map(({ part }) => part).filter((part) => restorable.includes(part));
  const [chosen, setChosen] = useState<readonly Part[]>(offered);
  const isBusy = useNavigation().state !== 'idle';
  if (show === null) return null;

  return (
    <div className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <RevisionName
        revision={show}
        name={revisions.find(({ id }) => id === show)?.name ?? null}
        label="Name this version"
      />
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="revision" value={show} />
        <input type="hidden" name="version" value={current.version} />
        <input type="hidden" name="pendingVersion" value={current.pendingVersion} />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <CompareWith revisions={revisions} show={show} beside={beside} timeZone={timeZone} />
          <Button type="submit" variant="primary" disabled={chosen.length === 0} pending={isBusy}>
            {chosen.length < offered.length ? 'Restore chosen parts' : 'Restore this version'}
          </Button>
        </div>
        <Gone {...gone} />
        {differences.length === 0 && <p className="py-6 text-center text-ink-soft">The two are the same.</p>}
        {differences.map(({ part, one, other: since }) => (
          <section key={part} aria-label={partName(part)} className="grid gap-2 border-t border-line pt-3">
            <h2 className="font-semibold">
              {offered.includes(part) ? (
                <label className="flex w-fit cursor-pointer items-center gap-2">
                  <input
                    type="checkbox"
                    name="part"
                    value={part}
                    checked={chosen.includes(part)}
                    onChange={(event) =>
                      setChosen(
                        event.currentTarget.checked
                          ? [...chosen, part]
                          : chosen.filter((taken) => taken !== part),
                      )
                    }
                    className="size-4 accent-signal"
                  />
                  {partName(part)}
                </label>
              ) : (
                partName(part)
              )}
            </h2>
            {part === 'content' ? (
              <ComparedBody compared={compared} />
            ) : isProse(part) ? (
              <WordRuns one={one} other={since} />
            ) : (
              <p className="wrap-anywhere">
                <del className="text-danger">{one || 'Empty'}</del> →{' '}
                <ins className="text-ok">{since || 'Empty'}</ins>
              </p>
            )}
          </section>
        ))}
      </Form>
    </div>
  );
}

/** What a revision is called in a list to choose from. */
function titleOf({ name, savedAt }: Revision, timeZone: string): string {
  const time = formatLongDateTimeSeconds(savedAt, timeZone);
  return name === null ? time : `${name}, ${time}`;
}

function Gone({ fields, inBody }: GoneImages) {
  if (fields.length === 0 && inBody === 0) return null;
  return (
    <Notice>
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

function CompareWith({
  revisions,
  show,
  beside,
  timeZone,
}: {
  revisions: Revision[];
  show: string;
  beside: string;
  timeZone: string;
}) {
  const [target, setTarget] = useState(beside);
  return (
    <div className="flex items-end gap-2">
      <SelectField
        label="Compared with"
        value={target}
        onChange={(event) => setTarget(event.currentTarget.value)}
      >
        <option value={now}>The text as it is now</option>
        {revisions
          .filter(({ id }) => id !== show)
          .map((revision) => (
            <option key={revision.id} value={revision.id}>
              {titleOf(revision, timeZone)}
            </option>
          ))}
      </SelectField>
      {target !== beside && (
        <Link
          to={`?${new URLSearchParams({ show, with: target })}`}
          replace
          preventScrollReset
          className={buttonClass('secondary')}
        >
          Compare
        </Link>
      )}
    </div>
  );
}

export const ErrorBoundary = ScreenFailure;
