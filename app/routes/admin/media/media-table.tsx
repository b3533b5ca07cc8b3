import { ColumnHeader } from '../list/column-header.tsx';
import { ListTable } from '../list/list-table.tsx';
import { MediaBadges } from './media-badges.tsx';
import { factsOf, nameOf, type ShownImage } from './image-details.ts';
import { Thumbnail } from './thumbnail.tsx';

const cell = 'min-w-0 @3xl:border-b @3xl:border-line @3xl:py-2 @3xl:pr-4';

/** The library as a table; on small screens each image is a card. */
export function MediaTable({ images, onOpen }: { images: ShownImage[]; onOpen: (id: string) => void }) {
  return (
    <ListTable
      head={
        <>
          <ColumnHeader className="@3xl:w-[28%]">Image</ColumnHeader>
          <ColumnHeader>Alt text</ColumnHeader>
          <ColumnHeader className="@3xl:w-44">Size</ColumnHeader>
          <ColumnHeader className="@3xl:w-40">Use</ColumnHeader>
          <ColumnHeader className="@3xl:w-28">Uploaded</ColumnHeader>
        </>
      }
    >
      {images.map((image) => (
        <tr
          key={image.id}
          className="relative grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 py-2.5 hover:bg-sunken @3xl:table-row @3xl:bg-surface"
        >
          <td className={`${cell} @max-3xl:contents @3xl:pl-3`}>
            <span className="contents @3xl:flex @3xl:items-center @3xl:gap-3">
              <Thumbnail
                image={image}
                width={160}
                className="row-span-4 size-16 self-start shrink-0 rounded-sm @3xl:size-10"
              />
              <button
                type="button"
                onClick={() => onOpen(image.id)}
                className="min-w-0 cursor-pointer truncate text-left font-medium after:absolute after:inset-0 hover:underline"
              >
                {nameOf(image)}
              </button>
            </span>
          </td>
          <td className={`${cell} @max-3xl:col-start-2`}>
            <span dir="auto" className="line-clamp-2 text-ink-soft wrap-anywhere">
              {image.alt === '' ? 'Only decoration' : (image.alt ?? '—')}
            </span>
          </td>
          <td className={`${cell} text-ink-soft tabular-nums @max-3xl:col-start-2 @3xl:whitespace-nowrap`}>
            {factsOf(image)}
          </td>
          <td className={`${cell} @max-3xl:col-start-2`}>
            <span className="flex flex-wrap gap-1">
              <MediaBadges image={image} />
            </span>
          </td>
          <td className={`${cell} text-ink-soft @max-3xl:hidden @3xl:whitespace-nowrap`}>{image.day}</td>
        </tr>
      ))}
    </ListTable>
  );
}
