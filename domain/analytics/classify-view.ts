import { isId } from '#domain/text/fields.ts';
import type { UserAgentParser } from './user-agent-parser.ts';

/** What a request to count a view says of the visitor, before anybody believes it. */
export type VisitorCall = {
  /** The agent that the page names, as it may be sent by a server on a visitor's behalf. */
  agent: unknown;
  /** The `User-Agent` of the request itself. */
  requestAgent: string | undefined;
  /** `Sec-Purpose`, `Purpose` and `X-Moz` of the request. */
  purpose: string;
  isStaff: boolean;
};

export type ViewCall = VisitorCall & { postId: unknown };

export type IgnoredReason = 'bot' | 'prefetch' | 'staff' | 'hidden';

export type ViewArrival =
  | { kind: 'view'; postId: string; agent: string; device: string; browser: string }
  | { kind: 'ignored'; reason: IgnoredReason };

/** Longer ones are no browser's. */
const longestAgent = 1000;

/**
 * Whether a view may count, by what the request alone tells: not of machines, not of pages that are fetched or
 * rendered ahead, not of our own people. Whether its post is public and the visitor new, the
 * database says.
 */
export function classifyView(call: ViewCall, readAgent: UserAgentParser): ViewArrival {
  const visitor = classifyVisitor(call, readAgent);
  if (visitor.kind === 'ignored') return visitor;
  if (typeof call.postId !== 'string' || !isId(call.postId)) return { kind: 'ignored', reason: 'hidden' };
  return { ...visitor, kind: 'view', postId: call.postId.toLowerCase() };
}

/** The same of any page: only who asks. */
export function classifyVisitor(
  call: VisitorCall,
  readAgent: UserAgentParser,
):
  | { kind: 'visitor'; agent: string; device: string; browser: string }
  | { kind: 'ignored'; reason: Exclude<IgnoredReason, 'hidden'> } {
  const named = typeof call.agent === 'string' ? call.agent.trim() : '';
  const agent = named || (call.requestAgent ?? '').trim();
  if (/\b(?:prefetch|prerender|preview)\b/i.test(call.purpose))
    return { kind: 'ignored', reason: 'prefetch' };
  if (agent === '' || agent.length > longestAgent) return { kind: 'ignored', reason: 'bot' };
  const { isMachine, device, browser } = readAgent(agent);
  if (isMachine) return { kind: 'ignored', reason: 'bot' };
  if (call.isStaff) return { kind: 'ignored', reason: 'staff' };
  return { kind: 'visitor', agent, device, browser };
}
