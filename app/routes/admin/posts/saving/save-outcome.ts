import { isRouteErrorResponse } from 'react-router';

import { tooLate } from '#app/routes/admin/timeout.ts';
import type { EditState } from './edit-state.ts';
import type { StoredValues } from '../post-values.ts';

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
  | { kind: 'refused'; sentence: string }
  /** The post has been deleted. */
  | { kind: 'gone'; sentence: string }
  /** Somebody else saved first. */
  | { kind: 'conflict'; sentence: string; theirs: EditState }
  | { kind: 'session-ended' }
  /** Nobody knows whether it arrived. */
  | { kind: 'failed'; sentence: string; reason: string };

/** What an edit screen may hear beside it. */
export type EditOutcome = SaveOutcome | { kind: 'discarded'; state: EditState };

/** The server's own refusal of a save, for its status and its sentence. */
export function refusedSave({ status, sentence }: { status: number; sentence: string }): SaveOutcome {
  if (status === 503) return { kind: 'failed', sentence, reason: 'the site is busy.' };
  if (status >= 500) return { kind: 'failed', sentence, reason: 'the site had a fault.' };
  return { kind: status === 404 ? 'gone' : 'refused', sentence };
}

/**
 * A save that came back as no answer of the action: the session has ended, a limit of the server, a cut line.
 * @param sentence what the screen says when it does not know more
 */
export function brokenSave(error: unknown, sentence: string): SaveOutcome {
  if (error === tooLate) return { kind: 'failed', sentence, reason: 'the site did not answer.' };
  if (!isRouteErrorResponse(error)) return { kind: 'failed', sentence, reason: 'there is no connection.' };
  switch (error.status) {
    case 401:
      return { kind: 'session-ended' };
    case 403:
      return { kind: 'refused', sentence: 'You are no longer allowed to save this post.' };
    case 413:
      return { kind: 'refused', sentence: 'This post is too large to be saved. Please make it shorter.' };
    case 503:
      return { kind: 'failed', sentence, reason: 'the site is busy.' };
    default:
      return { kind: 'failed', sentence, reason: 'the site had a fault.' };
  }
}

/** The field that a sentence of the server is about, if it begins with its name. */
export function fieldOf(sentence: string): 'title' | 'slug' | 'excerpt' | null {
  if (sentence === missingTitleSentence || sentence.startsWith('Title ')) return 'title';
  if (sentence.startsWith('Slug ')) return 'slug';
  if (sentence.startsWith('Excerpt ')) return 'excerpt';
  return null;
}

export const missingTitleSentence = 'Please enter a post title.';
