import { readDate, type WrittenDates } from './read-date.ts';

/** A mark of a source that says if a text was public, and the answer with which it was. */
export type StateMark = { name: string; value: unknown; publicIf: 'yes' | 'no' | 'public state' };

/** All that a source says about when, and if at all, a text was public. */
export type SourceState = {
  marks: readonly StateMark[];
  /** True for a text that was to become public at its date. */
  isScheduled?: boolean;
  /** The date that is shown. */
  date: string | null;
  /** Further dates before which it was not public. */
  notBefore?: readonly string[];
  /** Dates after which it was public no longer. */
  until?: readonly string[];
};

type Decision = { published: boolean; publishedAt: Date | null; isDateLost: boolean; reason: string };

const publicAnswers: Record<StateMark['publicIf'], RegExp> = {
  yes: /^(?:true|yes|y|on|1|always)$/,
  no: /^(?:false|no|n|off|0|)$/,
  'public state': /^(?:public|publish|published|live|every(?:body|one))$/,
};

/** Why a text is not taken at all, for example because it was deleted; null for one that is taken. */
export function leftOutBy(marks: readonly StateMark[]): string | null {
  const found = marks.find(({ value }) =>
    /^(?:trash|trashed|deleted|auto-draft|inherit)$/.test(wordOf(value)),
  );
  return found ? `It is in the state "${wordOf(found.value)}".` : null;
}

/**
 * The state that a text gets here: public only where its source says so beyond doubt, with the reason in words. Everything
 * else is a draft.
 */
export function decideState(
  { marks, date, notBefore = [], until = [], isScheduled = false }: SourceState,
  { now, ...dates }: WrittenDates & { now: Date },
): Decision {
  const read = (written: string) => readDate(written, dates)?.instant ?? null;
  const shown = date === null ? null : read(date);
  const starts = notBefore.map(read);
  const ends = until.map(read);
  const ahead = starts.filter((start) => start !== null && start > now);
  const publishedAt = [shown, ...ahead].reduce((one, other) =>
    !one || (other && other > one) ? other : one,
  );
  const isDateLost = date !== null && shown === null;
  const decide = (published: boolean, reason: string) => ({ published, publishedAt, isDateLost, reason });
  const draft = (why: string) => decide(false, `It becomes a draft: ${why}`);

  const hidden = marks.find(({ value, publicIf }) => !publicAnswers[publicIf].test(wordOf(value)));
  if (hidden) return draft(`the source says ${sayMark(hidden)}`);
  if (isDateLost || [...starts, ...ends].includes(null)) return draft('its date cannot be read');
  if (ends.some((end) => end !== null && end <= now)) return draft('the day to which it was public is past');
  if (publishedAt !== null && publishedAt > now) return decide(true, 'It is scheduled: its date is ahead');
  if (isScheduled) return draft('it was scheduled, and its date is past');
  const [said] = marks.filter(({ publicIf }) => publicIf !== 'no');
  return decide(true, `It is public: the source says ${said ? sayMark(said) : 'nothing else'}`);
}

function sayMark({ name, value }: StateMark): string {
  return `${name}: ${wordOf(value).slice(0, 100) || 'nothing'}`;
}

function wordOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim().toLowerCase();
}
