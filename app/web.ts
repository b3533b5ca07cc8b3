import { createRequestHandler } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import { contextOf, type RequestParts } from './http/request-context.ts';
import { withoutSerializing } from './http/without-serializing.ts';

/** The entry of the server build, and the only connection between the process and the web application. */
export type Web = {
  answer: (request: Request, parts: RequestParts) => Promise<Response>;
  /** The patterns of all addresses that it answers, such as `/blog/:slug`. */
  routePatterns: readonly string[];
};

// The build sets unused options to undefined; the type of the handler wants them to be absent.
const { basename: _basename, unstable_getCriticalCss: _css, allowedActionOrigins = false, ...used } = build;
const { routes } = build;
type Route = NonNullable<(typeof routes)[string]>;

/** The router tries one route after the other for each request, and most are the admin's. */
const routesOutsideAdmin = Object.fromEntries(
  Object.entries(routes).flatMap(([id, route]) =>
    route === undefined || isInAdmin(patternOf(route)) ? [] : [[id, unserialized(route)]],
  ),
);
const answerAny = createHandler(routes);
const answerOutsideAdmin = createHandler(routesOutsideAdmin);

function createHandler(served: typeof routes) {
  return createRequestHandler({ ...used, routes: served, allowedActionOrigins }, import.meta.env.MODE);
}

/** Also what may be, in other characters. */
function isInAdmin(pathname: string): boolean {
  return /^\/(?:admin|[^/]*%)/i.test(pathname);
}

function unserialized(route: Route): Route {
  const { loader } = route.module;
  return loader ? { ...route, module: { ...route.module, loader: withoutSerializing(loader) } } : route;
}

export const routePatterns: Web['routePatterns'] = Object.values(routes).flatMap((route) =>
  route !== undefined && (route.path !== undefined || route.index === true) ? [patternOf(route) || '/'] : [],
);

/** '' for the root. */
function patternOf({ path = '', parentId }: Route): string {
  const parent = parentId === undefined ? undefined : routes[parentId];
  const above = parent === undefined ? '' : patternOf(parent);
  return path === '' ? above : `${above}/${path}`;
}

export const answer: Web['answer'] = (request, parts) => {
  const handle = isInAdmin(new URL(request.url).pathname) ? answerAny : answerOutsideAdmin;
  return handle(request, contextOf(parts));
};
