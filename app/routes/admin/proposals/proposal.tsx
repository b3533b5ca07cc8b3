import { useId, useState } from 'react';
import { href, Link, redirect } from 'react-router';

import type { Route } from './+types/proposal';
import { requireActor } from '#domain/core/context.ts';
import { kinds } from '#domain/core/kinds.ts';
import { can } from '#domain/core/permissions.ts';
import { getPostFormChoices } from '#domain/posts/get-post-form-choices.ts';
import { acceptProposal, rejectProposal } from '#domain/proposals/decide-proposal.ts';
import { changedParts } from '#domain/posts/post-parts.ts';
import { getProposalInPlace } from '#domain/proposals/get-proposal.ts';
import { proposalLimits } from '#domain/proposals/proposal.ts';
import { additionsOf } from '#domain/proposals/review-proposal.ts';
import { sendProposal, withdrawProposal } from '#domain/proposals/send-proposal.ts';
import { compareBodies } from '#domain/html/compare-bodies.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { CloseContext } from '#app/ui/dialog.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { formAction, type FormRequest, onSubject } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { screenLoader } from '../actions/screen-loader.ts';
import { useAction } from '../actions/use-action.ts';
import { shortMoment } from '../dates.ts';
import { BodyWords } from '../editing/differences/body-words.tsx';
import { ChangedPart } from '../editing/differences/changed-part.tsx';
import { Page } from '../frame/page.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { Screen } from '../frame/screen.tsx';
import { partName, wordsOf } from '../posts/differences/field-differences.ts';
import { FieldChange } from '../posts/differences/field-change.tsx';
import { LeavingDialog } from '../editing/leaving-dialog.tsx';
import { ComparedBody } from '../editing/differences/compared-body.tsx';
import { formStateOf } from '../posts/state/post-values.ts';
import { AdditionsCard } from './additions-card.tsx';
import { ProposalBadge } from './list.tsx';

const failures = {
  accept: 'The proposal could not be accepted. Please try again.',
  reject: 'The proposal could not be rejected. Please try again.',
  send: 'The proposal could not be sent. Please try again.',
  withdraw: 'The proposal could not be withdrawn. Please try again.',
};

type Params = { id: string };

export const loader = screenLoader(async (domain, { params: { id } }: { params: Params }) => {
  const [{ proposal, current, versions, merge }, choices] = await Promise.all([
    getProposalInPlace(domain, id),
    getPostFormChoices(domain),
  ]);
  const moment = (instant: Date | null) => instant && shortMoment(instant, domain.timeZone);
  const isWaiting = proposal.state === 'open';
  const { base, proposed, updatedAt, sentAt, decidedAt, ...facts } = proposal;
  const [now, wanted] = [formStateOf(current, domain.timeZone), formStateOf(proposed, domain.timeZone)];
  return {
    ...facts,
    kind: proposed.kind,
    title: current.title || proposed.title,
    at: moment(decidedAt ?? sentAt ?? updatedAt),
    mayDecide: isWaiting && can(requireActor(domain), 'edit-content'),
    mayChange: proposal.isOwn && (isWaiting || proposal.state === 'writing'),
    isOutdated: isWaiting && changedParts(base, current).length > 0,
    versions,
    fields: merge.fields.map((part) => ({
      part,
      one: wordsOf(part, now, choices),
      other: wordsOf(part, wanted, choices),
      isConflict: merge.conflicts.includes(part),
    })),
    places: merge.places.map(({ mine, theirs, merged }, index) => ({
      index,
      compared: compareBodies(mine, merged ?? theirs),
      one: mine,
      other: merged ?? theirs,
      isConflict: merged === null,
    })),
    additions: additionsOf(base, proposed),
  };
});

export const action = formAction(failures, {
  accept: async (
    ctx,
    { proposalVersion, version, pendingVersion },
    { form, params }: FormRequest<Params>,
  ) => {
    const chosen = {
      version: Number(proposalVersion),
      fields: form.getAll('field'),
      places: form.getAll('place').map(Number),
    };
    const seen = { version: Number(version), pendingVersion: Number(pendingVersion) };
    const id = await acceptProposal(ctx, params.id, chosen, seen);
    throw redirectWithToast(href('/admin/posts/edit/:id', { id }), { key: 'proposal-accepted' });
  },
  reject: onSubject(rejectProposal, 'The proposal was rejected.'),
  send: onSubject(sendProposal, 'The proposal was sent. An editor decides on it.'),
  withdraw: async (ctx, _fields, { params }: FormRequest<Params>) => {
    await withdrawProposal(ctx, params.id);
    throw redirect(href('/admin/posts/proposals'));
  },
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Proposal', 'Failed to load proposal.', {
  back: { to: href('/admin/posts/proposals'), label: 'Back to Proposals' },
});

type Loaded = Route.ComponentProps['loaderData'];

export default function ProposalScreen({ loaderData }: Route.ComponentProps) {
  const { title, proposer, reason, answer, state, at, decidedBy, mayChange, postId, kind } = loaderData;
  return (
    <Page heading={title} intro={<ProposalBadge state={state} />}>
      <Facts
        facts={[
          [postId === null ? `New ${kinds[kind].noun} by` : 'Proposed by', proposer],
          ['Reason', reason],
          [state === 'accepted' ? 'Accepted by' : 'Rejected by', decidedBy],
          ['Answer', answer],
          ['When', at],
        ]}
      />
      <AdditionsCard {...loaderData.additions} />
      {mayChange && <OwnProposal {...loaderData} />}
      {loaderData.isOutdated && (
        <Notice tone="warn">
          <p>
            The text was changed after this proposal was begun. Both are put together below; where both
            changed the same place, nothing is taken unless you choose it.
          </p>
        </Notice>
      )}
      <Changes
        key={`${loaderData.version} ${loaderData.versions.version} ${loaderData.versions.pendingVersion}`}
        {...loaderData}
      />
    </Page>
  );
}

function OwnProposal({ postId, state, reason }: Loaded) {
  const form = useId();
  const [typed, setTyped] = useState(reason);
  const { Form, isBusy, fieldErrors } = useAction();
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <Form id={form} className="grid">
        <input type="hidden" name="intent" value="send" />
        <TextArea
          label="Why should the text change?"
          name="reason"
          rows={3}
          required
          maxLength={proposalLimits.reason}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={fieldErrors['reason']}
        />
      </Form>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" form={form} variant="primary" pending={isBusy}>
          {state === 'writing' ? 'Send Proposal' : 'Save Reason'}
        </Button>
        {postId !== null && (
          <Link to={href('/admin/posts/edit/:id', { id: postId })} className={buttonClass('secondary')}>
            Keep Editing
          </Link>
        )}
        <ActionButton fields={{ intent: 'withdraw' }} variant="quiet">
          Withdraw
        </ActionButton>
      </div>
      <LeavingDialog noun="proposal" hasUnsavedChanges={typed.trim() !== reason} images={0} />
    </div>
  );
}

function Changes({ fields, places, mayDecide, version, versions, postId }: Loaded) {
  const { Form, isBusy } = useAction();
  const [isText, setIsText] = useState(false);
  const [isRejecting, setIsRejecting] = useState(false);
  // A new text is taken whole.
  const choice = !mayDecide ? 'none' : postId === null ? 'whole' : 'box';
  return (
    <>
      <Form className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface p-4">
        {Object.entries({ intent: 'accept', proposalVersion: version, ...versions }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value ?? undefined} />
        ))}
        <div className="flex flex-wrap items-center gap-2">
          {mayDecide && (
            <Decision isNew={postId === null} isBusy={isBusy} onReject={() => setIsRejecting(true)} />
          )}
          {places.length > 0 && (
            <Button
              variant="quiet"
              aria-pressed={isText}
              onClick={() => setIsText(!isText)}
              className="ml-auto"
            >
              {isText ? 'Show as it looks' : 'Show as text'}
            </Button>
          )}
        </div>
        {fields.length + places.length === 0 && (
          <p className="py-6 text-center text-ink-soft">Nothing differs from the text as it is now.</p>
        )}
        {fields.map(({ part, one, other, isConflict }) => (
          <ChangedPart
            key={part}
            label={partName(part)}
            name="field"
            value={part}
            {...{ choice, isConflict }}
          >
            <FieldChange part={part} one={one} other={other} />
          </ChangedPart>
        ))}
        {places.map(({ index, compared, one, other, isConflict }) => (
          <ChangedPart
            key={index}
            label={places.length === 1 ? 'Content' : `Content, place ${index + 1} of ${places.length}`}
            name="place"
            value={String(index)}
            {...{ choice, isConflict }}
          >
            {isText ? <BodyWords one={one} other={other} /> : <ComparedBody compared={compared} />}
          </ChangedPart>
        ))}
      </Form>
      {isRejecting && (
        <CloseContext value={() => setIsRejecting(false)}>
          <RejectDialog />
        </CloseContext>
      )}
    </>
  );
}

function Decision({ isNew, isBusy, onReject }: { isNew: boolean; isBusy: boolean; onReject: () => void }) {
  return (
    <>
      <Button type="submit" variant="primary" pending={isBusy}>
        Accept
      </Button>
      <Button onClick={onReject}>Reject</Button>
      <p className="min-w-0 flex-1 basis-60 text-ink-soft">
        {isNew
          ? 'Accepting makes a draft. Nothing is published.'
          : 'What is checked goes into the text you edit. Nothing is published before you press Save Changes there.'}
      </p>
    </>
  );
}

function RejectDialog() {
  return (
    <FormDialog title="Reject Proposal" submit="Reject" intent="reject">
      <TextArea
        label="Why is it rejected?"
        name="answer"
        rows={4}
        required
        maxLength={proposalLimits.reason}
        data-autofocus
      />
    </FormDialog>
  );
}
