import { isRouteErrorResponse } from 'react-router';

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
  /** The server says what is wrong with what was sent. */
  | { kind: 'refused'; message: string }
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
export function refusedSave({ status, message }: { status: number; message: string }): SaveOutcome {
  if (status === 503) return { kind: 'failed', message, reason: 'the site is busy.' };
  if (status >= 500) return { kind: 'failed', message, reason: 'the site had an error.' };
  return { kind: status === 404 ? 'gone' : 'refused', message };
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
      return { kind: 'refused', message: 'You are no longer allowed to save this post.' };
    case 413:
      return { kind: 'refused', message: 'This post is too large to be saved. Please make it shorter.' };
    case 503:
      return { kind: 'failed', message, reason: 'the site is busy.' };
    default:
      return { kind: 'failed', message, reason: 'the site had an error.' };
  }
}

/** The field that a message of the server is about, if it begins with its name. */
export function fieldOf(message: string): 'title' | 'slug' | 'excerpt' | null {
  if (message === missingTitleMessage || message.startsWith('Title ')) return 'title';
  if (message.startsWith('Slug ')) return 'slug';
  if (message.startsWith('Excerpt ')) return 'excerpt';
  return null;
}

export const missingTitleMessage = 'Please enter a post title.';
