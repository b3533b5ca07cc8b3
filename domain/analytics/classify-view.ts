import type { UserAgentParser } from './user-agent-parser.ts';

/** The signs in a request to count a view about the visitor, not validated. */
export type ViewCall = {
  /** The user agent in the body: a server may send the request on behalf of a visitor. */
  agent: unknown;
  /** The `User-Agent` of the request itself. */
  requestAgent: string | undefined;
  /** `Sec-Purpose`, `Purpose` and `X-Moz` of the request. */
  purpose: string;
  isAdministrator: boolean;
};

export type IgnoredReason = 'bot' | 'prefetch' | 'staff' | 'hidden';

/** Characters. No browser sends a longer one. */
const maxAgentLength = 1000;

/**
 * True if a view may count, decided by the request alone: no bots, no prefetched or prerendered pages, no
 * administrators. The database decides whether the page is public and whether the view is a repeat.
 * @returns the visitor, or why the view does not count
 */
export function classifyView(
  call: ViewCall,
  readAgent: UserAgentParser,
): { agent: string; device: string; browser: string } | IgnoredReason {
  const named = typeof call.agent === 'string' ? call.agent.trim() : '';
  const agent = named || (call.requestAgent ?? '').trim();
  if (/\b(?:prefetch|prerender|preview)\b/i.test(call.purpose)) return 'prefetch';
  if (agent === '' || agent.length > maxAgentLength) return 'bot';
  const facts = readAgent(agent);
  if (facts === null) return 'bot';
  return call.isAdministrator ? 'staff' : { agent, ...facts };
}
