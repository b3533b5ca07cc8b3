import { ImageUp } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useRevalidator } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { UploadProgress } from '../images/upload-progress.tsx';
import { fileInput, filesOf, useFileDrop, useImageUpload } from '../images/use-image-upload.ts';

/** Uploads images, several at once: chosen with the button, dropped anywhere on the screen, or pasted. */
export function useMediaUpload() {
  const showToast = useToast();
  const { revalidate } = useRevalidator();
  const stored = useRef(0);
  /** The names of rejected files, by the message. */
  const rejected = useRef(new Map<string, string[]>());
  const id = useId();
  const { uploads, start, cancel } = useImageUpload({
    folder: 'editor-images',
    onStored: () => (stored.current += 1),
    onFailure: (message, { name }) =>
      rejected.current.set(message, [...(rejected.current.get(message) ?? []), name]),
  });

  const { dropClass, dropHandlers } = useFileDrop(start);

  // One toast for all uploads, after the last. Errors come last, because a success removes earlier errors.
  const isBusy = uploads.length > 0;
  useEffect(() => {
    if (isBusy) return;
    const count = stored.current;
    const reasons = [...rejected.current];
    stored.current = 0;
    rejected.current.clear();
    if (count > 0) {
      void revalidate();
      showToast({
        text: count === 1 ? 'Image uploaded successfully.' : `${count} images uploaded successfully.`,
      });
    }
    for (const [message, names] of reasons) {
      showToast({ text: `${shortList(names)}: ${message}`, tone: 'error' });
    }
  }, [isBusy, revalidate, showToast]);

  useEffect(() => {
    function onPaste(event: ClipboardEvent) {
      const files = filesOf(event.clipboardData);
      if (files.length === 0 || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      start(files);
    }
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [start]);

  return {
    dropClass,
    dropHandlers,
    button: (
      <>
        <input {...fileInput(start)} id={id} multiple />
        <label
          htmlFor={id}
          className={buttonClass(
            'primary',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-signal',
          )}
        >
          <ImageUp />
          Upload images
        </label>
      </>
    ),
    progress: isBusy && (
      <section
        aria-label="Uploads"
        className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 xl:grid-cols-3"
      >
        {uploads.map((upload) => (
          <UploadProgress key={upload.id} upload={upload} onCancel={cancel} />
        ))}
      </section>
    ),
  };
}

const maxNamed = 3;

function shortList(names: readonly string[]): string {
  const rest = names.length - maxNamed;
  return names.slice(0, maxNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
