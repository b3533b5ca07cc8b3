import { MediaBadges } from './media-badges.tsx';
import { factsOf, nameOf, type ShownImage } from './shown-image.ts';
import { Thumbnail } from './thumbnail.tsx';

export function MediaTable({ images, onOpen }: { images: ShownImage[]; onOpen: (id: string) => void }) {
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full min-w-2xl border-collapse text-left">
        <thead>
          <tr className="border-b border-line text-ink-soft">
            {['Picture', 'Alt text', 'Size', 'Use', 'Uploaded'].map((name) => (
              <th key={name} scope="col" className="px-4 py-2 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {images.map((image) => (
            <tr key={image.id} className="border-b border-line last:border-0 hover:bg-sunken">
              <td className="px-4 py-2">
                <span className="flex items-center gap-3">
                  <Thumbnail image={image} width={160} className="size-10 shrink-0 rounded-sm" />
                  <button
                    type="button"
                    onClick={() => onOpen(image.id)}
                    className="max-w-64 cursor-pointer truncate text-left font-medium hover:underline"
                  >
                    {nameOf(image)}
                  </button>
                </span>
              </td>
              <td className="px-4 py-2">
                <span dir="auto" className="line-clamp-2 max-w-64 text-ink-soft wrap-anywhere">
                  {image.alt === '' ? 'Only decoration' : (image.alt ?? '—')}
                </span>
              </td>
              <td className="px-4 py-2 whitespace-nowrap text-ink-soft tabular-nums">{factsOf(image)}</td>
              <td className="px-4 py-2">
                <span className="flex flex-wrap gap-1">
                  <MediaBadges image={image} />
                </span>
              </td>
              <td className="px-4 py-2 whitespace-nowrap text-ink-soft">{image.day}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
