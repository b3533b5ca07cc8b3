import type { BounceReport } from './record-bounce.ts';

/** A request of an email service, as far as it matters here. */
export type EmailEvent = {
  /** The same for every delivery of the event. */
  id: string;
  reports: BounceReport[];
  /** An address to fetch, which confirms that events may be sent here. */
  confirmAt?: string;
};

/** A text of the web, of some kilobytes at most, within seconds. @throws when there is none */
export type FetchText = (url: string) => Promise<string>;

/** The object that a text holds; undefined for anything else. */
export function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
