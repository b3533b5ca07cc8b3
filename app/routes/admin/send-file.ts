import { parseJson } from '#domain/fields/parse-json.ts';

type Options = {
  /** Called with the part that was sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Sends a file as the body of a request. `fetch` tells nothing of the way up. @returns status 0 where no answer came */
export function sendFile(
  address: string,
  file: File,
  { onProgress, signal }: Options,
): Promise<{ status: number; answer: unknown }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal?.addEventListener('abort', cancel);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('loadend', () => {
      signal?.removeEventListener('abort', cancel);
      resolve({ status: request.status, answer: parseJson(request.responseText) });
    });
    request.open('POST', `${address}?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(file);
  });
}
