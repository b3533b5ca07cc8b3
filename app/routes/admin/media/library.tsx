import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import { describeImage } from '#domain/images/describe-image.ts';
import { deleteImage, restoreImage } from '#domain/images/delete-image.ts';
import { inWidth } from '#domain/images/image-address.ts';
import { requirePermission } from '#domain/core/context.ts';
import { listImages, type ListedImage } from '#domain/images/find-images.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { counted } from '#domain/fields/counted.ts';
import { Badge } from '#app/ui/badge.tsx';
import { CloseContext } from '#app/ui/dialog.tsx';
import { Image, thumbnailFit } from '#app/ui/image.tsx';
import { formAction, onRow } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { changed, isNarrowed, readPage } from '../list/list-address.ts';
import { LinkTabs, ListScreen } from '../list/list-screen.tsx';
import { useListParams } from '../list/use-list-params.ts';
import { factsOf, nameOf, usesOf } from './image-words.ts';
import { MediaDialog } from './media-dialog.tsx';
import { useMediaUpload } from './media-upload.tsx';

const mediaFailures = {
  delete: 'Failed to delete image.',
  restore: 'Failed to restore image.',
  describe: 'Failed to save image.',
};

const filters = {
  all: 'All',
  portraits: 'Portraits',
  logos: 'Logos',
  'no-alt': 'Missing alt text',
  unused: 'Unused',
  deleted: 'Deleted',
} as const;

/** Unknown filters are ignored. */
function readFilter(params: URLSearchParams): keyof typeof filters {
  const wanted = params.get('filter') ?? '';
  return isKeyOf(filters, wanted) ? wanted : 'all';
}

export const loader = screenLoader((domain, { url: { searchParams } }) => {
  requirePermission(domain, 'edit-content');
  return listImages(domain, {
    search: searchParams.get('q') ?? '',
    filter: readFilter(searchParams),
    page: readPage(searchParams),
  });
});

export const action = formAction(mediaFailures, {
  delete: onRow(deleteImage, 'Image deleted successfully.'),
  restore: onRow(restoreImage, 'Image restored successfully.'),
  describe: onRow(describeImage, 'Image updated successfully.'),
});

export const clientAction = formClientAction(mediaFailures);

export const handle = new Screen('Media', 'Failed to load media.');

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function Library({ loaderData }: { loaderData: Loaded }) {
  const { items, total } = loaderData;
  const params = useListParams();
  const current = readFilter(params);
  const isFiltered = isNarrowed(params) || current !== 'all';
  const { dropClass, dropHandlers, button, progress } = useMediaUpload();

  return (
    <div {...dropHandlers} className={`min-h-[70dvh] rounded-lg ${dropClass}`}>
      <ListScreen
        {...loaderData}
        heading="Media"
        actions={button}
        intro={progress}
        search="Search media..."
        filters={
          <LinkTabs
            label="Filter"
            current={filters[current]}
            tabs={Object.entries(filters).map(([filter, name]) => [
              name,
              changed(params, { filter: filter === 'all' ? null : filter, page: null }),
            ])}
          />
        }
        count={countOf(total, isFiltered)}
        loading="Loading media..."
        grid={
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-3">
            {items.map((image) => (
              <GridItem key={image.id} image={image} />
            ))}
          </ul>
        }
        empty={
          isFiltered
            ? { title: 'No images found', text: 'Try adjusting your search criteria.' }
            : { title: 'No images yet', text: 'Upload some, or drop them anywhere on this screen.' }
        }
      />
    </div>
  );
}

const thumbnailClass = 'aspect-4/3 w-full border-b border-line';

function GridItem({ image }: { image: ListedImage }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="relative grid content-start overflow-hidden rounded-lg border border-line bg-surface focus-within:border-line-strong hover:border-line-strong">
      {/* The text below says the same. */}
      <Image
        src={inWidth(image.src, 320)}
        isLazy
        className={`${thumbnailFit(image)} ${thumbnailClass}`}
        instead={
          <span className={`grid place-items-center bg-sunken text-ink-soft ${thumbnailClass}`}>
            <ImageOff className="size-4" />
          </span>
        }
      />
      <div className="grid gap-1 p-3">
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="cursor-pointer truncate text-left font-medium after:absolute after:inset-0"
        >
          {nameOf(image)}
        </button>
        <p className="text-ink-soft tabular-nums">{factsOf(image)}</p>
        <p className="mt-1 flex flex-wrap gap-1">
          {image.alt === null && <Badge tone="warn">Missing alt text</Badge>}
          <Badge tone={image.uses.length > 0 ? 'ok' : 'neutral'}>{usesOf(image)}</Badge>
        </p>
      </div>
      {isOpen && (
        <CloseContext value={() => setIsOpen(false)}>
          <MediaDialog image={image} />
        </CloseContext>
      )}
    </li>
  );
}

function countOf(total: number, isFiltered: boolean): string {
  if (total === 0) return '';
  const images = counted(total, 'image');
  return isFiltered ? `${images} found` : images;
}
