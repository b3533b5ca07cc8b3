import { unsubscribePath } from '#domain/newsletter/unsubscribe-headers.ts';
import { statusMessages, plainResponse } from '#server/responses/plain-response.ts';
import type { AppParts } from '../app-parts.ts';
import type { Step } from '../http-context.ts';
import { hasOneHost } from '../one-host.ts';
import { checkOrigin } from '../origin-check.ts';
import { bodyLimitOf } from '../request-body.ts';
import { parseRequestTarget } from '../request-target.ts';
import { allow, knownMethods } from '../responses.ts';

/** Refuses what HTTP or this site does not allow: not one Host, an unknown expectation, an unknown method. */
export function createRequestCheck({ responses }: AppParts): Step {
  return (ctx) => {
    const { headers, method = '' } = ctx.request;
    if (!hasOneHost(ctx.request)) {
      return responses.send(ctx, plainResponse(400, statusMessages.broken));
    }
    if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) {
      return responses.send(ctx, plainResponse(417, 'This expectation cannot be met.'));
    }
    if (!knownMethods.has(method)) {
      return responses.send(ctx, plainResponse(405, statusMessages.method, { headers: ['Allow', allow] }));
    }
    return 'next';
  };
}

/** Sets the path and the query, or redirects to the normal form of the address, or from another host name to that of the site. */
export function createAddressParser({ responses, sendNotFound, isOwnHost, origin }: AppParts): Step {
  return (ctx) => {
    const target = parseRequestTarget(ctx.request.url ?? '');
    switch (target.kind) {
      case 'refuse':
        return sendNotFound(ctx, plainResponse(target.status, target.message));
      case 'move':
        return responses.send(ctx, plainResponse(308, '', { headers: ['Location', target.to] }));
      case 'accept':
        if (/^(?:GET|HEAD)$/.test(ctx.request.method ?? '') && !isOwnHost(ctx.request.headers.host)) {
          const headers = ['Location', origin.origin + target.pathname + target.search];
          return responses.send(ctx, plainResponse(308, '', { headers }));
        }
        ctx.pathname = target.pathname;
        ctx.search = target.search;
        return 'next';
    }
  };
}

/** Refuses a change that another site asks for, and sets the origin under which the site was reached. */
export function createOriginStep({ responses, origin: ours }: AppParts): Step {
  return (ctx) => {
    const { headers, method = '', socket } = ctx.request;
    if (ctx.pathname === unsubscribePath && headers.cookie === undefined) {
      ctx.origin = ours.origin;
      return 'next';
    }
    const verdict = checkOrigin(
      {
        method,
        origin: headers.origin,
        secFetchSite: headers['sec-fetch-site'],
        hasCookie: headers.cookie !== undefined,
        localPort: socket.localPort,
      },
      ours,
    );
    if (!verdict.isAllowed) {
      return responses.send(ctx, plainResponse(403, verdict.message, { pathname: ctx.pathname }));
    }
    ctx.origin = verdict.origin;
    return 'next';
  };
}

/** Refuses a body that announces more than anyone may send to this address. */
export function createBodyLimit({ responses, bodyLimits }: AppParts): Step {
  return (ctx) => {
    const { bytes, administratorBytes } = bodyLimitOf(ctx.pathname, bodyLimits);
    const announced = Number(ctx.request.headers['content-length'] ?? 0);
    if (announced <= (administratorBytes ?? bytes)) return 'next';
    return responses.refuse(ctx, 413, statusMessages.tooLarge);
  };
}

/** Answers OPTIONS for every address with the methods of the site. */
export function createOptionsStep({ responses }: AppParts): Step {
  return (ctx) =>
    ctx.request.method === 'OPTIONS'
      ? responses.send(ctx, plainResponse(204, '', { headers: ['Allow', allow] }))
      : 'next';
}
