import { X } from 'lucide-react';

import { IconButton } from '#app/ui/button.tsx';
import type { Upload } from './use-image-upload.ts';

/** One image on its way up, with a way to stop it. */
export function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel: (id: number) => void }) {
  const { id, name, share } = upload;
  const percent = Math.round((share ?? 0) * 100);
  const isPreparing = percent === 100;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
      <p className="truncate">{name}</p>
      <IconButton icon={X} label={`Cancel ${name}`} onClick={() => onCancel(id)} />
      <progress
        aria-label={`Upload of ${name}`}
        max={100}
        value={percent}
        className={`col-span-2 h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-signal ${isPreparing ? 'animate-pulse motion-reduce:animate-none' : ''}`}
      />
      <output className="col-span-2 text-ink-soft tabular-nums">{stateOf(share, percent)}</output>
    </div>
  );
}

function stateOf(share: number | null, percent: number): string {
  if (share === null) return 'Waiting…';
  return percent === 100 ? 'Preparing the image…' : `Uploading… ${percent}%`;
}
