import { MediaBadges } from './media-badges.tsx';
import { factsOf, nameOf, type ShownImage } from './image-details.ts';
import { Thumbnail } from './thumbnail.tsx';

export function MediaGrid({ images, onOpen }: { images: ShownImage[]; onOpen: (id: string) => void }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-3">
      {images.map((image) => (
        <li
          key={image.id}
          className="relative grid content-start overflow-hidden rounded-lg border border-line bg-surface focus-within:border-line-strong hover:border-line-strong"
        >
          <Thumbnail image={image} width={320} className="aspect-4/3 w-full border-b border-line" />
          <div className="grid gap-1 p-3">
            <button
              type="button"
              onClick={() => onOpen(image.id)}
              className="cursor-pointer truncate text-left font-medium after:absolute after:inset-0"
            >
              {nameOf(image)}
            </button>
            <p className="text-ink-soft tabular-nums">{factsOf(image)}</p>
            <p className="mt-1 flex flex-wrap gap-1">
              <MediaBadges image={image} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
