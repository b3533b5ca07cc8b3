import { data, type RouterContextProvider } from 'react-router';

import { isDomainError } from '#domain/errors.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import { loadEditState } from './edit-state.ts';
import { refusedSave, type SaveOutcome } from './save-outcome.ts';

/**
 * Carries out a save and answers in words that the form understands. When somebody else was first the answer is a 409
 * that brings their text along, so that both can be shown.
 *
 * @param sentence the screen's words for a fault
 * @param findId which post the save was about
 */
export async function answerSave<Answer>({
  context,
  sentence,
  save,
  findId,
}: {
  context: Readonly<RouterContextProvider>;
  sentence: string;
  save: () => Promise<Answer>;
  findId: () => Promise<string | null>;
}) {
  try {
    return await save();
  } catch (error) {
    const failure = failureOf(error, sentence, context);
    const isConflict = isDomainError(error) && error.kind === 'conflict';
    const theirs = isConflict ? await findTheirs(context, findId) : null;
    return data<SaveOutcome>(
      theirs ? { kind: 'conflict', sentence: failure.sentence, theirs } : refusedSave(failure),
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
