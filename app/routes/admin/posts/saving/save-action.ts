import { data, type RouterContextProvider } from 'react-router';

import { requireActor } from '#domain/actor.ts';
import { isDomainError } from '#domain/errors.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import { loadEditState } from '../state/edit-state.ts';
import { refusedSave, type SaveOutcome } from './save-outcome.ts';

/**
 * Carries out a save and answers in words that the form understands. When somebody else was first the answer is a 409
 * that brings their text along, so that both can be shown.
 *
 * @param message the screen's words for an error
 * @param writerId whose form it is. Somebody else may have signed in in another tab meanwhile: for this form the session
 *   has ended. Undefined from a caller that is no form.
 * @param findId which post the save was about
 */
export async function runSaveAction<Answer>({
  context,
  message,
  writerId,
  save,
  findId,
}: {
  context: Readonly<RouterContextProvider>;
  message: string;
  writerId: unknown;
  save: () => Promise<Answer>;
  findId: () => Promise<string | null>;
}) {
  if (writerId !== undefined && writerId !== requireActor(context.get(domainContext)).userId) {
    return data<SaveOutcome>({ kind: 'session-ended' }, { status: 401 });
  }
  try {
    return await save();
  } catch (error) {
    const failure = failureOf(error, message, context);
    const isConflict = isDomainError(error) && error.kind === 'conflict';
    const theirs = isConflict ? await findTheirs(context, findId) : null;
    return data<SaveOutcome>(
      theirs ? { kind: 'conflict', message: failure.message, theirs } : refusedSave(failure),
      { status: failure.status },
    );
  }
}

async function findTheirs(context: Readonly<RouterContextProvider>, findId: () => Promise<string | null>) {
  try {
    const id = await findId();
    return id === null ? null : (await loadEditState(context.get(domainContext), id)).state;
  } catch {
    return null;
  }
}
