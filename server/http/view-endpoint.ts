import type { Logger } from '#adapters/log.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import type { ViewRecorder } from '#domain/analytics/view-recorder.ts';
import type { UserAgentParser } from '#domain/analytics/user-agent-parser.ts';
import { incrementPageView, incrementPostView } from '#domain/analytics/increment-view.ts';
import type { ViewCall } from '#domain/analytics/classify-view.ts';
import type { StreamingExchange, StreamingRoute } from './streaming-route.ts';
import { findSession } from '#domain/accounts/sessions/sessions.ts';
import { parseJson } from '#domain/fields/parse-json.ts';
import { plainResponse } from '../responses/plain-response.ts';

type ViewParts = { views: ViewRecorder; domain: DomainContext };
type Parameters = Partial<Record<string, unknown>>;

/**
 * The procedures that count views, by their addresses:
 * `increment_post_view(post_id_param, ip_address_param, user_agent_param)`, the specification's, and of our own pages also
 * `referrer_param` and `campaign_param`; `increment_page_view(page_param, user_agent_param)` for public pages that are not
 * posts. The address that is sent is not believed: the address of the connection counts.
 * 204 whatever was sent, 503 only when it could not be stored.
 */
export function createViewEndpoints(options: {
  /** Throws while the product starts. */
  parts: () => ViewParts;
  agentParser: () => Promise<UserAgentParser>;
  origin: string;
  log: Logger;
}): StreamingRoute[] {
  const ownHost = new URL(options.origin).host;
  const { agentParser } = options;
  return [
    createEndpoint('increment_post_view', options, async ({ views }, sent, caller) =>
      incrementPostView(
        { recorder: views, readAgent: await agentParser(), ownHost },
        {
          ...caller,
          postId: sent['post_id_param'],
          referrer: sent['referrer_param'],
          campaign: sent['campaign_param'],
        },
      ),
    ),
    createEndpoint('increment_page_view', options, async ({ views }, sent, caller) =>
      incrementPageView(
        { recorder: views, readAgent: await agentParser() },
        { ...caller, page: sent['page_param'] },
      ),
    ),
  ];
}

function createEndpoint(
  name: string,
  options: { parts: () => ViewParts; log: Logger },
  count: (parts: ViewParts, sent: Parameters, caller: ViewCall & { address: string }) => Promise<void>,
): StreamingRoute {
  const countView = async (body: Buffer, { request: { headers }, clientAddress }: StreamingExchange) => {
    const parts = options.parts();
    const sent = parameters(body);
    await count(parts, sent, {
      agent: sent['user_agent_param'],
      requestAgent: headers['user-agent'],
      purpose: `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''} ${headers['x-moz'] ?? ''}`,
      isAdministrator: headers.cookie !== undefined && (await isAdministrator(parts, headers.cookie)),
      address: clientAddress,
    });
  };
  const failed = plainResponse(503, 'The view could not be counted.', {
    pathname: '/rpc/',
    headers: ['Retry-After', '5'],
  });
  return {
    path: new RegExp(`^/rpc/${name}$`),
    pattern: `/rpc/${name}`,
    methods: ['POST'],
    answer: (exchange) =>
      exchange.withBody(async (body) => {
        const answer = await countView(body, exchange).then(
          () => plainResponse(204, ''),
          (error: unknown) => {
            options.log.warn('A view could not be counted', { requestId: exchange.requestId, error });
            return failed;
          },
        );
        await exchange.send(answer);
      }),
  };
}

async function isAdministrator({ domain }: Pick<ViewParts, 'domain'>, cookie: string): Promise<boolean> {
  const session = await findSession(domain, new Headers({ cookie }));
  return session !== null && session.actor !== null;
}

function parameters(body: Buffer): Parameters {
  const parsed = parseJson(body.toString());
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}
