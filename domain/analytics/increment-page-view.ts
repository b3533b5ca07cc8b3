import type { UserAgentParser } from './user-agent-parser.ts';
import { publicPageOf } from './public-page.ts';
import { classifyView, type ViewCall } from './classify-view.ts';
import type { ViewRecorder } from './view-recorder.ts';

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
  await counting.recorder.record({
    ...visitor,
    page,
    address: call.address,
    referrerHost: '',
    campaign: '',
  });
}
