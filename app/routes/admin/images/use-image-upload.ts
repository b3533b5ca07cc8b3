import { useCallback, useEffect, useRef, useState } from 'react';

import type { ImageFolder } from '#domain/images/image.ts';
import { UploadError, uploadFailure, uploadImage, type UploadedImage } from './upload-image.ts';

/** An image on its way up. */
export type Upload = {
  id: number;
  name: string;
  /** From 0 to 1; at 1 the server is still at work. Null while it waits for its turn. */
  share: number | null;
};

/** How many leave at once; the others wait, so that the first ones arrive soon. */
const mostAtOnce = 3;

/**
 * Sends images up, several at once, each with its progress and a way to stop it. Leaving the screen stops them all.
 * @param told.onStored told of each image that arrived
 * @param told.onFailure told why one did not
 */
export function useImageUpload(told: {
  folder: ImageFolder;
  onStored: (image: UploadedImage) => void;
  onFailure: (message: string, file: File) => void;
}): { uploads: readonly Upload[]; start: (files: readonly File[]) => void; cancel: (id: number) => void } {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latest = useRef(told);
  const lastId = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  const waiting = useRef<{ id: number; file: File }[]>([]);
  const running = useRef(0);

  useEffect(() => {
    latest.current = told;
  });
  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);

  const work = useCallback(async () => {
    if (running.current >= mostAtOnce) return;
    running.current += 1;
    for (let next = waiting.current.shift(); next !== undefined; next = waiting.current.shift()) {
      const { id, file } = next;
      const signal = stops.current.get(id)?.signal;
      setUploads((before) => before.map((one) => (one.id === id ? { ...one, share: 0 } : one)));
      const onProgress = (share: number) =>
        setUploads((before) => before.map((one) => (one.id === id ? { ...one, share } : one)));
      try {
        const { folder } = latest.current;
        latest.current.onStored(
          await uploadImage(file, { folder, onProgress, ...(signal ? { signal } : {}) }),
        );
      } catch (error) {
        const isCancelled = error instanceof UploadError && error.isCancelled;
        if (!isCancelled) {
          latest.current.onFailure(error instanceof UploadError ? error.message : uploadFailure, file);
        }
      }
      stops.current.delete(id);
      setUploads((before) => before.filter((one) => one.id !== id));
    }
    running.current -= 1;
  }, []);

  const start = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file) => {
        lastId.current += 1;
        stops.current.set(lastId.current, new AbortController());
        return { id: lastId.current, file };
      });
      waiting.current.push(...added);
      setUploads((before) => [
        ...before,
        ...added.map(({ id, file }) => ({ id, name: file.name, share: null })),
      ]);
      for (let worker = 0; worker < Math.min(added.length, mostAtOnce); worker += 1) void work();
    },
    [work],
  );

  const cancel = useCallback((id: number) => {
    stops.current.get(id)?.abort();
    const isWaiting = waiting.current.some((one) => one.id === id);
    if (!isWaiting) return;
    waiting.current = waiting.current.filter((one) => one.id !== id);
    stops.current.delete(id);
    setUploads((before) => before.filter((one) => one.id !== id));
  }, []);

  return { uploads, start, cancel };
}

/** The files of a drop or a paste. */
export function filesOf(data: DataTransfer | null): File[] {
  return data === null ? [] : [...data.files];
}
