import { isRouteErrorResponse } from 'react-router';

import type { FieldErrors } from '#domain/errors.ts';
import type { Failure } from '#app/http/respond.ts';
import { timedOut } from '#app/routes/admin/actions/timeout.ts';
import type { EditState } from '../state/edit-state.ts';
import type { StoredValues } from '../state/post-values.ts';

/** What became of a save. Whatever it is, the form keeps every character. */
export type SaveOutcome =
  | {
      kind: 'saved';
      id: string;
      version: number;
      draftVersion: number;
      isPublished: boolean;
      /** What a button's save has settled otherwise than it was sent; null when the form saved by itself. */
      stored: StoredValues | null;
    }
  /** The server says what is wrong with the form as a whole and with its fields. */
  | { kind: 'refused'; message: string; fieldErrors: FieldErrors }
  /** The post has been deleted. */
  | { kind: 'gone'; message: string }
  /** Somebody else saved first. */
  | { kind: 'conflict'; message: string; theirs: EditState }
  | { kind: 'session-ended' }
  /** Nobody knows whether it arrived. */
  | { kind: 'failed'; message: string; reason: string };

/** What an edit screen may hear beside it. */
export type EditOutcome = SaveOutcome | { kind: 'discarded'; state: EditState };

/** The server's own refusal of a save, for its status and its message. */
export function refusedSave({
  status,
  message,
  fieldErrors,
}: Pick<Failure, 'status' | 'message' | 'fieldErrors'>): SaveOutcome {
  if (status === 503) return { kind: 'failed', message, reason: 'the site is busy.' };
  if (status >= 500) return { kind: 'failed', message, reason: 'the site had an error.' };
  return status === 404 ? { kind: 'gone', message } : { kind: 'refused', message, fieldErrors };
}

/**
 * A save that came back as no answer of the action: the session has ended, a limit of the server, a cut line.
 * @param message what the screen says when it does not know more
 */
export function brokenSave(error: unknown, message: string): SaveOutcome {
  if (error === timedOut) return { kind: 'failed', message, reason: 'the site did not answer.' };
  if (!isRouteErrorResponse(error)) return { kind: 'failed', message, reason: 'there is no connection.' };
  switch (error.status) {
    case 401:
      return { kind: 'session-ended' };
    case 403:
      return refusal('You are no longer allowed to save this post.');
    case 413:
      return refusal('This post is too large to be saved. Please make it shorter.');
    case 503:
      return { kind: 'failed', message, reason: 'the site is busy.' };
    default:
      return { kind: 'failed', message, reason: 'the site had an error.' };
  }
}

function refusal(message: string): SaveOutcome {
  return { kind: 'refused', message, fieldErrors: {} };
}
