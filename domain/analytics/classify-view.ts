import { isId } from '#domain/text/fields.ts';
import type { UserAgentParser } from './user-agent-parser.ts';

/** What a request to count a view says about the visitor, not validated. */
export type VisitorCall = {
  /** The user agent in the body: a server may send the request on behalf of a visitor. */
  agent: unknown;
  /** The `User-Agent` of the request itself. */
  requestAgent: string | undefined;
  /** `Sec-Purpose`, `Purpose` and `X-Moz` of the request. */
  purpose: string;
  isAdministrator: boolean;
};

export type ViewCall = VisitorCall & { postId: unknown };

export type IgnoredReason = 'bot' | 'prefetch' | 'staff' | 'hidden';

export type ViewArrival =
  | { kind: 'view'; postId: string; agent: string; device: string; browser: string }
  | { kind: 'ignored'; reason: IgnoredReason };

/** Characters. No browser sends a longer one. */
const maxAgentLength = 1000;

/**
 * Whether a view may count, decided by the request alone: no bots, no prefetched or prerendered pages, no administrators.
 * The database decides whether the post is public and whether the view is a repeat.
 */
export function classifyView(call: ViewCall, readAgent: UserAgentParser): ViewArrival {
  const visitor = classifyVisitor(call, readAgent);
  if (visitor.kind === 'ignored') return visitor;
  if (typeof call.postId !== 'string' || !isId(call.postId)) return { kind: 'ignored', reason: 'hidden' };
  return { ...visitor, kind: 'view', postId: call.postId.toLowerCase() };
}

/** The same for any page: classifies the visitor only. */
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
  if (agent === '' || agent.length > maxAgentLength) return { kind: 'ignored', reason: 'bot' };
  const { isMachine, device, browser } = readAgent(agent);
  if (isMachine) return { kind: 'ignored', reason: 'bot' };
  if (call.isAdministrator) return { kind: 'ignored', reason: 'staff' };
  return { kind: 'visitor', agent, device, browser };
}
