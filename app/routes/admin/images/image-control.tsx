import { useId, useRef } from 'react';

import { Button } from '#app/ui/button.tsx';
import { useOneImage, type OneImage } from './use-one-image.tsx';

/** Chooses an image, from the library or as an upload. */
export function ImageControl({
  label,
  hint,
  image,
  error,
  ...rest
}: Omit<OneImage, 'title'> & { label: string; hint: string; image: string; error: string | undefined }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { progress, choose, dialog } = useOneImage({ title: label, ...rest });

  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`} className="grid gap-1">
      <p id={id} className="font-medium">
        {label}
      </p>
      {progress}
      <div className="flex flex-wrap gap-2">
        <Button ref={button} onClick={choose}>
          {image === '' ? 'Choose an image' : 'Choose another image'}
        </Button>
        {image !== '' && (
          <Button
            onClick={() => {
              rest.onChange('');
              button.current?.focus();
            }}
          >
            Remove
          </Button>
        )}
      </div>
      {progress === undefined && error !== undefined && (
        <p role="alert" className="text-danger wrap-anywhere">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-ink-soft">
        {hint}
      </p>
      {dialog}
    </div>
  );
}
