import { createRequestHandler } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import { contextOf, type RequestParts } from './http/request-context.ts';

/** The one door between the process and the web it serves: a request in, an answer out. The server build's entry. */
export type Web = { answer: (request: Request, parts: RequestParts) => Promise<Response> };

// The build calls what it does not use undefined; the handler's type calls it absent. What is left is exactly its type.
const { basename: _basename, unstable_getCriticalCss: _css, allowedActionOrigins = false, ...used } = build;
const handle = createRequestHandler({ ...used, allowedActionOrigins }, import.meta.env.MODE);

export const answer: Web['answer'] = (request, parts) => handle(request, contextOf(parts));
