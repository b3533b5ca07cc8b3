const maxBytes = 500_000;
const timeout = 5_000;

/** A text of the web, of at most 500 kB, within 5 seconds and without a redirect. @throws when there is none */
export async function fetchSmallText(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error(`${new URL(url).host} sent more than ${maxBytes} bytes.`);
    parts.push(part);
  }
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}.`);
  return Buffer.concat(parts).toString('utf8');
}
