import type { Logger } from '#adapters/log.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import type { ViewRecorder } from '#domain/analytics/view-recorder.ts';
import type { UserAgentParser } from '#domain/analytics/user-agent-parser.ts';
import { incrementView } from '#domain/analytics/increment-view.ts';
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

  async function count(isPost: boolean, body: Buffer, exchange: StreamingExchange): Promise<void> {
    const { headers } = exchange.request;
    const { views, domain } = options.parts();
    const sent = parameters(body);
    await incrementView(
      { recorder: views, readAgent: await options.agentParser(), ownHost },
      {
        isPost,
        page: isPost ? sent['post_id_param'] : sent['page_param'],
        referrer: sent['referrer_param'],
        campaign: sent['campaign_param'],
        agent: sent['user_agent_param'],
        requestAgent: headers['user-agent'],
        purpose: `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''} ${headers['x-moz'] ?? ''}`,
        isAdministrator: headers.cookie !== undefined && (await isAdministrator(domain, headers.cookie)),
        address: exchange.clientAddress,
      },
    );
  }

  return ['increment_post_view', 'increment_page_view'].map((name) => ({
    path: new RegExp(`^/rpc/${name}$`),
    pattern: `/rpc/${name}`,
    methods: ['POST'],
    answer: (exchange) =>
      exchange.withBody(async (body) => {
        const answer = await count(name === 'increment_post_view', body, exchange).then(
          () => plainResponse(204, ''),
          (error: unknown) => {
            options.log.warn('A view could not be counted', { requestId: exchange.requestId, error });
            return failed;
          },
        );
        await exchange.send(answer);
      }),
  }));
}

const failed = plainResponse(503, 'The view could not be counted.', {
  pathname: '/rpc/',
  headers: ['Retry-After', '5'],
});

async function isAdministrator(domain: DomainContext, cookie: string): Promise<boolean> {
  const session = await findSession(domain, new Headers({ cookie }));
  return session !== null && session.actor !== null;
}

function parameters(body: Buffer): Parameters {
  const parsed = parseJson(body.toString());
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}
