import { isId } from '#domain/fields/fields.ts';
import { classifyView, type ViewCall } from './classify-view.ts';
import { publicPageOf } from './public-page.ts';
import type { UserAgentParser } from './user-agent-parser.ts';
import type { ViewRecorder } from './view-recorder.ts';
import { viewSource } from './view-source.ts';

/**
 * Counts a view of a post. When it returns, the view or the reason why it was ignored is stored; the caller is told
 * neither, so that callers cannot find out which posts exist.
 * @throws when the database cannot store it.
 */
export function incrementPostView(
  counting: { recorder: ViewRecorder; readAgent: UserAgentParser; ownHost: string },
  call: ViewCall & { address: string; postId: unknown; referrer: unknown; campaign: unknown },
): Promise<void> {
  const { recorder, readAgent, ownHost } = counting;
  const { address, postId } = call;
  const visitor = classifyView(call, readAgent);
  if (typeof visitor === 'string') return recorder.recordIgnoredView(visitor);
  if (typeof postId !== 'string' || !isId(postId)) return recorder.recordIgnoredView('hidden');
  return recorder.record({ ...visitor, page: postId.toLowerCase(), address, ...viewSource(call, ownHost) });
}

/**
 * Counts a view of a public page that is not a post, by the rules for posts. The caller is not told whether it
 * counted; ignored views are not recorded.
 * @throws when the database cannot store it.
 */
export async function incrementPageView(
  counting: { recorder: ViewRecorder; readAgent: UserAgentParser },
  call: ViewCall & { page: unknown; address: string },
): Promise<void> {
  const page = publicPageOf(call.page);
  if (page === null) return;
  const visitor = classifyView(call, counting.readAgent);
  if (typeof visitor === 'string') return;
  await counting.recorder.record({ ...visitor, page, address: call.address, referrerHost: '', campaign: '' });
}
