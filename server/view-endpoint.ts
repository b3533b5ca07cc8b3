import type { Logger } from '#adapters/log.ts';
import { createAgentReader } from '#domain/analytics/agent-reader.ts';
import { incrementPostView } from '#domain/analytics/increment-post-view.ts';
import type { DirectAnswer } from './app.ts';
import type { Parts } from './parts.ts';
import { plainAnswer } from './plain-answer.ts';

/** The address of the procedure; the specification's name. */
export const viewEndpoint = '/rpc/increment_post_view';

/**
 * `increment_post_view(post_id_param, ip_address_param, user_agent_param)`, and of our own pages also `referrer_param`
 * and `campaign_param`. The address that is sent is not believed: whoever asks is who the connection says.
 * 204 whatever was sent, 503 only when it could not be stored.
 */
export function createViewEndpoint(options: {
  /** Null while the product starts. */
  parts: () => Pick<Parts, 'views' | 'auth' | 'domain'> | null;
  origin: string;
  log: Logger;
}): DirectAnswer {
  const ownHost = new URL(options.origin).host;
  const readAgent = createAgentReader();
  return async ({ body, headers, clientAddress, requestId }) => {
    const parts = options.parts();
    const sent = parameters(body);
    try {
      if (!parts) throw new Error('The product is still starting.');
      await incrementPostView(
        { recorder: parts.views, readAgent, ownHost },
        {
          postId: sent['post_id_param'],
          agent: sent['user_agent_param'],
          requestAgent: headers['user-agent'],
          purpose: `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''} ${headers['x-moz'] ?? ''}`,
          isStaff: headers.cookie !== undefined && (await isStaff(parts, headers.cookie)),
          address: clientAddress,
          referrer: sent['referrer_param'],
          campaign: sent['campaign_param'],
        },
      );
      return plainAnswer(204, '');
    } catch (error) {
      options.log.warn('A view could not be counted', { requestId, error });
      return plainAnswer(503, 'The view could not be counted.', {
        pathname: viewEndpoint,
        headers: ['Retry-After', '5'],
      });
    }
  };
}

async function isStaff({ auth }: Pick<Parts, 'auth'>, cookie: string): Promise<boolean> {
  const session = await auth.findSession(new Headers({ cookie }));
  return session !== null && session.actor !== null;
}

function parameters(body: Buffer): Partial<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
