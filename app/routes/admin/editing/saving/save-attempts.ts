import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import type { JournalEntry } from '../journal/journal-rules.ts';
import { isSame, type Text } from '../state/text.ts';
import { autosave, type SaveRequest } from './save-state.ts';

/**
 * A save that was sent. `before` and `sent` are the text of that moment; `sent` holds the published state that a click
 * asked for. Changes made since are not taken for saved.
 */
export type SaveAttempt<Values> = { key: string; request: SaveRequest; before: Values; sent: Text<Values> };

export type StoredText<Values> = { values: Values; content: string; saveKey: string; isOwnSave: boolean };

/** A new attempt to save a text. The same text again is the same save. @param last the attempt before it */
export function nextAttempt<Values extends object>(
  last: SaveAttempt<Values> | undefined,
  { request, before, sent }: Omit<SaveAttempt<Values>, 'key'>,
): SaveAttempt<Values> {
  const isRepeat =
    last?.request.kind === request.kind &&
    last.sent.bodyRevision === sent.bodyRevision &&
    isSame(last.sent.values, sent.values);
  return { key: isRepeat ? last.key : randomUuid(), request, before, sent };
}

/** The saves of an earlier form that may still arrive: its text is in this one now. */
export function attemptsOf<Values extends object>(
  { saveKeys = [], values, content }: JournalEntry<Values>,
  initialContent: string,
): SaveAttempt<Values>[] {
  const sent = { values, content: content ?? initialContent, bodyRevision: -1 };
  return saveKeys.map((key) => ({ key, request: autosave, before: values, sent }));
}

/** The save of this form that stored a text: this attempt if it would have stored the same. */
export function findOwnSave<Values extends object>(
  { values, content, saveKey }: StoredText<Values>,
  attempt: SaveAttempt<Values>,
  unanswered: readonly SaveAttempt<Values>[],
): SaveAttempt<Values> | undefined {
  const isEqual = isSame(values, attempt.sent.values) && content === attempt.sent.content;
  return isEqual ? attempt : unanswered.find(({ key }) => key === saveKey);
}
