import { use, useState } from 'react';
import { Link, href } from 'react-router';

import type { ListedImage } from '#domain/images/find-images.ts';
import type { ImageDescription } from '#domain/images/image-description.ts';
import { Button } from '#app/ui/button.tsx';
import { CloseContext } from '#app/ui/dialog.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useAction } from '../actions/use-action.ts';
import { Day } from '../hooks/dates.tsx';
import { ImageDetails } from '../images/image-details.tsx';
import { factsOf, nameOf } from './image-words.ts';

/** One image: its description, where it is used, and deleting it. */
export function MediaDialog({ image }: { image: ListedImage }) {
  const [isAsking, setIsAsking] = useState(false);
  const [changed, setChanged] = useState<ImageDescription>({});
  const isUsed = image.uses.length > 0 || image.inSite;

  if (isAsking) {
    return (
      <ConfirmAction
        key="question"
        title="Delete image"
        confirm="Delete"
        fields={{ intent: 'delete', id: image.id }}
      >
        <p>{`Are you sure you want to delete "${nameOf(image)}"? This action cannot be undone.`}</p>
        {image.inRevision && <p>Earlier versions of a post show it and will be without it.</p>}
      </ConfirmAction>
    );
  }

  return (
    <FormDialog
      key="details"
      title={nameOf(image)}
      submit="Save"
      intent="describe"
      fields={{ id: image.id, ...changed }}
    >
      <ImageDetails
        image={image}
        changed={changed}
        onChange={(fields) => setChanged((before) => ({ ...before, ...fields }))}
      />
      <Facts image={image} />
      {!isUsed && (
        <div className="flex flex-wrap gap-2">
          {image.isDeleted && <RestoreButton id={image.id} />}
          <Button onClick={() => setIsAsking(true)}>Delete</Button>
        </div>
      )}
    </FormDialog>
  );
}

/** Within the dialog's form, so it is no form of its own. */
function RestoreButton({ id }: { id: string }) {
  const { submit, isBusy } = useAction({ onDone: use(CloseContext) });
  return (
    <Button pending={isBusy} onClick={() => void submit({ intent: 'restore', id })}>
      Restore
    </Button>
  );
}

function Facts({ image }: { image: ListedImage }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 text-ink-soft">
      <dt>Image</dt>
      <dd className="tabular-nums">{factsOf(image)}</dd>
      <dt>Uploaded</dt>
      <dd>
        <Day at={image.createdAt} />
        {image.uploader !== null && ` by ${image.uploader}`}
      </dd>
      <dt>Address</dt>
      <dd>
        <a href={image.src} target="_blank" rel="noopener" className="underline underline-offset-4">
          {image.src}
        </a>
      </dd>
      <dt>Used in</dt>
      <dd>
        <Uses image={image} />
      </dd>
    </dl>
  );
}

function Uses({ image: { uses, inRevision, inSite, isDeleted, leavesAt } }: { image: ListedImage }) {
  if (uses.length > 0) {
    return (
      <ul>
        {uses.map(({ postId, title, place }) => (
          <li key={postId + place}>
            <Link
              to={href('/admin/posts/edit/:id', { id: postId })}
              dir="auto"
              className="underline underline-offset-4"
            >
              {title}
            </Link>
            {place === 'featured' && ' (featured)'}
            {place === 'social' && ' (shared links)'}
          </li>
        ))}
      </ul>
    );
  }
  if (inSite) return 'Site or Authors. Take it out there before you delete it.';
  if (inRevision) return 'Only earlier versions of a post. It is deleted with the last of them.';
  if (leavesAt === null) return null;
  return isDeleted ? (
    <>
      No post. It can be restored until <Day at={leavesAt} />; then it is gone for good.
    </>
  ) : (
    <>
      No post. It is moved to Deleted on <Day at={leavesAt} /> unless one uses it.
    </>
  );
}
