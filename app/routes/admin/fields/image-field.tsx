import { useState } from 'react';

import type { SimpleField } from '#domain/site/fields.ts';
import { Image } from '#app/ui/image.tsx';
import { ImageControl } from '../images/image-control.tsx';

/** An image with what is wrong with it, a failed upload too, beside its buttons. */
export function ImageField({
  field: { label, hint = '', folder = 'featured-images' },
  image,
  isReadOnly,
  error,
  onChange,
  onUploads,
}: {
  field: SimpleField;
  image: string;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (image: string) => void;
  onUploads: (underWay: number) => void;
}) {
  const [failure, setFailure] = useState<string>();
  const isLogo = folder === 'logos';
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
      {image !== '' && (
        <Image
          src={image}
          className={`size-20 rounded-md border border-line ${isLogo ? 'bg-paper object-contain p-1' : 'object-cover'}`}
        />
      )}
      {isReadOnly ? (
        <p className="text-ink-soft">{image === '' ? `${label}: none` : label}</p>
      ) : (
        <ImageControl
          label={label}
          hint={hint}
          image={image}
          folder={folder}
          error={error ?? failure}
          onChange={(next) => {
            setFailure(undefined);
            onChange(next);
          }}
          onUploads={onUploads}
          onFailure={(message) => {
            setFailure(message);
            onUploads(0);
          }}
        />
      )}
    </div>
  );
}
