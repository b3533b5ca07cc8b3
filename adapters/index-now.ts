const timeout = 10_000;

/**
 * Tells search engines of pages by IndexNow (https://www.indexnow.org/documentation).
 * @param endpoint of one search engine, which tells the others
 * @throws when it was not taken
 */
export async function tellSearchEngines(endpoint: string, announcement: object): Promise<void> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(announcement),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${new URL(endpoint).host} answered ${response.status}.`);
}
