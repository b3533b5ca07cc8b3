import { createRequestHandler } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import { contextOf, type RequestParts } from './http/request-context.ts';

/** The entry of the server build, and the only connection between the process and the web application. */
export type Web = { answer: (request: Request, parts: RequestParts) => Promise<Response> };

// The build sets unused options to undefined; the type of the handler wants them to be absent.
const { basename: _basename, unstable_getCriticalCss: _css, allowedActionOrigins = false, ...used } = build;
const handle = createRequestHandler({ ...used, allowedActionOrigins }, import.meta.env.MODE);

export const answer: Web['answer'] = (request, parts) => handle(request, contextOf(parts));
