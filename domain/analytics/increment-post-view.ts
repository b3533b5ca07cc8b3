import { judgeViewArrival, type ViewCall } from './view-arrival.ts';
import type { ViewRecorder } from './view-recorder.ts';
import { viewSource } from './view-source.ts';

/**
 * Takes a view of a post. When it returns, the view is stored, or it was left out and that is stored; the caller is told
 * neither, so that nobody can ask which posts there are.
 * @throws when the database cannot store it.
 */
export async function incrementPostView(
  recorder: ViewRecorder,
  call: ViewCall & { address: string; referrer: unknown; campaign: unknown },
  ownHost: string,
): Promise<void> {
  const arrival = judgeViewArrival(call);
  if (arrival.kind === 'left-out') return recorder.leaveOut(arrival.reason);
  const { postId, agent } = arrival;
  const { address, referrer, campaign } = call;
  return recorder.record({ postId, agent, address, ...viewSource({ referrer, campaign, agent }, ownHost) });
}
