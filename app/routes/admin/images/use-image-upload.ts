import { useCallback, useEffect, useRef, useState, type ChangeEvent, type DragEvent } from 'react';

import type { ImageFolder } from '#domain/images/image.ts';
import { useLatest } from '#app/ui/use-latest.ts';
import { takenTypes, uploadFailure, uploadImage, type UploadedImage } from './upload-image.ts';

export type Upload = {
  id: number;
  name: string;
  /** From 0 to 1; at 1 the server is still at work. Null while it waits for its turn. */
  share: number | null;
};

/** Number of uploads at once; the others wait, so that the first ones are done soon. */
const maxAtOnce = 3;

type Props = {
  folder: ImageFolder;
  onStored: (image: UploadedImage) => void;
  onFailure: (message: string, file: File) => void;
};

/**
 * Uploads images, several at once, each with its progress and a way to cancel it. Leaving the screen cancels them all.
 */
export function useImageUpload(options: Props): {
  uploads: readonly Upload[];
  start: (files: readonly File[]) => void;
  cancel: (id: number) => void;
} {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latest = useLatest(options);
  const lastId = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  const waiting = useRef<{ id: number; file: File; signal: AbortSignal }[]>([]);
  const running = useRef(0);

  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);

  const work = useCallback(async () => {
    if (running.current >= maxAtOnce) return;
    running.current += 1;
    for (let next = waiting.current.shift(); next !== undefined; next = waiting.current.shift()) {
      const { id, file, signal } = next;
      const onProgress = (share: number) =>
        setUploads((before) => before.map((one) => (one.id === id ? { ...one, share } : one)));
      onProgress(0);
      try {
        const { folder } = latest.current;
        latest.current.onStored(await uploadImage(file, { folder, onProgress, signal }));
      } catch (error) {
        // Nothing is said of a cancelled upload.
        const message = error instanceof Error ? error.message : uploadFailure;
        if (!signal.aborted) latest.current.onFailure(message, file);
      }
      stops.current.delete(id);
      setUploads((before) => before.filter((one) => one.id !== id));
    }
    running.current -= 1;
  }, [latest]);

  const start = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file) => {
        const stop = new AbortController();
        lastId.current += 1;
        stops.current.set(lastId.current, stop);
        return { id: lastId.current, file, signal: stop.signal };
      });
      waiting.current.push(...added);
      const shown = added.map(({ id, file }) => ({ id, name: file.name, share: null }));
      setUploads((before) => [...before, ...shown]);
      for (let worker = 0; worker < Math.min(added.length, maxAtOnce); worker += 1) void work();
    },
    [work],
  );

  const cancel = useCallback((id: number) => {
    stops.current.get(id)?.abort();
    setUploads((before) => before.filter((one) => one.id !== id));
  }, []);

  return { uploads, start, cancel };
}

export function filesOf(data: DataTransfer | null): File[] {
  return data === null ? [] : [...data.files];
}

/** The handlers of an element that takes dropped files, with the class that shows a file above it. */
export function useFileDrop(take: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    dropClass: isOver ? 'outline-2 outline-offset-4 outline-signal outline-dashed' : '',
    dropHandlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) =>
        setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(false);
        take(filesOf(event.dataTransfer));
      },
    },
  };
}

/** The props of a file input, which takes the same file again. */
export function fileInput(take: (files: File[]) => void) {
  return {
    type: 'file',
    accept: takenTypes,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      take([...(currentTarget.files ?? [])]);
      currentTarget.value = '';
    },
    className: 'peer sr-only',
  };
}
