import { createRequestHandler } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import { contextOf, type RequestParts } from './http/request-context.ts';

/** The entry of the server build, and the only connection between the process and the web application. */
export type Web = {
  answer: (request: Request, parts: RequestParts) => Promise<Response>;
  /** The patterns of all addresses that it answers, such as `/blog/:slug`. */
  routePatterns: readonly string[];
};

// The build sets unused options to undefined; the type of the handler wants them to be absent.
const { basename: _basename, unstable_getCriticalCss: _css, allowedActionOrigins = false, ...used } = build;
const handle = createRequestHandler({ ...used, allowedActionOrigins }, import.meta.env.MODE);

const { routes } = build;

export const routePatterns: Web['routePatterns'] = Object.values(routes).flatMap((route) =>
  route !== undefined && (route.path !== undefined || route.index === true) ? [patternOf(route) || '/'] : [],
);

/** '' for the root. */
function patternOf({ path = '', parentId }: NonNullable<(typeof routes)[string]>): string {
  const parent = parentId === undefined ? undefined : routes[parentId];
  const above = parent === undefined ? '' : patternOf(parent);
  return path === '' ? above : `${above}/${path}`;
}

export const answer: Web['answer'] = (request, parts) => handle(request, contextOf(parts));
