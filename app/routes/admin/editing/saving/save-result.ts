import type { ActionFailure, ActionResult } from '#app/routes/admin/actions/action-result.ts';

/** The result of a save. Whatever it is, the form keeps every character. `theirs`: what another user saved first. */
export type SaveResult<Saved, Theirs> = ActionResult<Saved, { theirs: Theirs }>;

export type SaveFailure = ActionFailure<{ theirs: unknown }>;

/**
 * The action that a save without a conflict asks of the form when it failed. `failed`: it may have arrived or not, and
 * is worth another try.
 */
export function failureKind({
  status,
  failedAt,
}: SaveFailure): 'failed' | 'rejected' | 'deleted' | 'signed-out' {
  if (status === 401) return 'signed-out';
  if (failedAt === 'request') return status === 403 || status === 413 ? 'rejected' : 'failed';
  if (failedAt !== 'action' || status >= 500) return 'failed';
  return status === 404 ? 'deleted' : 'rejected';
}

export const noAnswer: SaveFailure = {
  ok: false,
  status: 503,
  failedAt: 'timeout',
  message: '',
  fieldErrors: {},
  details: null,
  typed: {},
};

/** Why a save failed, for the state line of the form. */
export function failureReason({ status, failedAt }: SaveFailure): string {
  if (failedAt === 'timeout') return 'no answer.';
  if (failedAt === 'connection') return 'there is no connection.';
  return status === 503 ? 'the site is busy.' : 'the site had an error.';
}

/** Why a save was rejected, and what to do. */
export function rejectionMessage({ status, message }: SaveFailure): string {
  return status === 413 ? 'This text is too large to be saved. Please make it shorter.' : message;
}
