import { isId } from '#domain/fields/fields.ts';
import { classifyView, type ViewCall } from './classify-view.ts';
import { publicPageOf } from './public-page.ts';
import type { UserAgentParser } from './user-agent-parser.ts';
import type { ViewRecorder } from './view-recorder.ts';
import { viewSource } from './view-source.ts';

/** The signs in a call, not validated. `page`: the id of a post, or else the path of another public page. */
export type SentView = ViewCall & {
  address: string;
  isPost: boolean;
  page: unknown;
  referrer?: unknown;
  campaign?: unknown;
};

/**
 * Counts a view. When it returns, the view or the reason why a view of a post was ignored is stored; the caller is told
 * neither, so that callers cannot find out which posts exist. Ignored views of other pages are not recorded.
 * @throws when the database cannot store it.
 */
export async function incrementView(
  counting: { recorder: ViewRecorder; readAgent: UserAgentParser; ownHost: string },
  sent: SentView,
): Promise<void> {
  const { recorder, readAgent, ownHost } = counting;
  const page = sent.isPost ? postIdOf(sent.page) : publicPageOf(sent.page);
  const visitor = classifyView(sent, readAgent);
  if (typeof visitor !== 'string' && page !== null)
    return recorder.record({
      ...visitor,
      page,
      address: sent.address,
      ...viewSource(sent.isPost ? sent : {}, ownHost),
    });
  if (sent.isPost) await recorder.record(typeof visitor === 'string' ? visitor : 'hidden');
}

function postIdOf(sent: unknown): string | null {
  return typeof sent === 'string' && isId(sent) ? sent.toLowerCase() : null;
}
