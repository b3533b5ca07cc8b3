import { sameForEverybody } from '#app/http/cache-control.ts';

/** Any page may read it, without cookies. */
const headers = { 'Access-Control-Allow-Origin': '*', ...sameForEverybody };

export function jsonAnswer(content: unknown): Response {
  return Response.json(content, { headers });
}

const titles = { 400: 'Bad Request', 404: 'Not Found' };

/** An error as RFC 9457 writes it. */
export function problemAnswer(status: keyof typeof titles, detail: string): Response {
  const content = { type: 'about:blank', title: titles[status], status, detail };
  return Response.json(content, {
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
  });
}
