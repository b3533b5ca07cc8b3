import { classifyView, type ViewCall, classifyVisitor, type VisitorCall } from './classify-view.ts';
import { publicPageOf } from './public-page.ts';
import type { UserAgentParser } from './user-agent-parser.ts';
import type { ViewRecorder, WaitingPageView } from './view-recorder.ts';
import { viewSource } from './view-source.ts';

/**
 * Counts a view of a post. When it returns, the view or the reason why it was ignored is stored; the caller is told
 * neither, so that callers cannot find out which posts exist.
 * @throws when the database cannot store it.
 */
export function incrementPostView(
  counting: { recorder: ViewRecorder; readAgent: UserAgentParser; ownHost: string },
  call: ViewCall & { address: string; referrer: unknown; campaign: unknown },
): Promise<void> {
  const { recorder, readAgent, ownHost } = counting;
  const arrival = classifyView(call, readAgent);
  if (arrival.kind === 'ignored') return recorder.recordIgnoredView(arrival.reason);
  const { kind: _, ...view } = arrival;
  return recorder.record({ ...view, address: call.address, ...viewSource(call, ownHost) });
}

/**
 * Counts a view of a public page that is not a post, by the rules for posts. The caller is not told whether it
 * counted; ignored views are not recorded.
 * @throws when the database cannot store it.
 */
export async function incrementPageView(
  counting: { recorder: ViewRecorder<WaitingPageView>; readAgent: UserAgentParser },
  call: VisitorCall & { page: unknown; address: string },
): Promise<void> {
  const page = publicPageOf(call.page);
  if (page === null) return;
  const visitor = classifyVisitor(call, counting.readAgent);
  if (visitor.kind === 'ignored') return;
  await counting.recorder.record({ page, address: call.address, agent: visitor.agent });
}
