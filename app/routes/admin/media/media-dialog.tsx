import { useState } from 'react';
import { Link, href } from 'react-router';

import type { ImageDescription } from '#domain/images/image-description.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Question } from '#app/ui/confirm-dialog.tsx';
import { useAction } from '../actions/use-action.ts';
import { ImageDetails } from '../images/image-details.tsx';
import { useDescription } from '../images/use-description.ts';
import { factsOf, nameOf, type ShownImage } from './image-details.ts';

/** One image: its description, where it is used, and deleting it. */
export function MediaDialog({ image, onClose }: { image: ShownImage; onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { submit, isBusy } = useAction({ onDone: onClose });
  const isUsed = image.uses.length > 0 || image.inSite;

  if (isAsking) {
    return (
      <Question
        key="question"
        title="Delete image"
        yes="Delete"
        isPending={isBusy}
        onNo={() => setIsAsking(false)}
        onYes={() => void submit({ intent: 'delete', id: image.id }, { method: 'post' })}
      >
        <p>{`Are you sure you want to delete "${nameOf(image)}"? This action cannot be undone.`}</p>
        {image.inRevision && <p>Earlier versions of a post show it and will be without it.</p>}
      </Question>
    );
  }

  return (
    <Dialog
      key="details"
      title={nameOf(image)}
      onDismiss={onClose}
      actions={
        <>
          {!isUsed && (
            <Button className="mr-auto" disabled={isBusy} onClick={() => setIsAsking(true)}>
              Delete
            </Button>
          )}
          <Button variant="primary" data-autofocus onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <SavedDetails image={image} />
      <Facts image={image} />
    </Dialog>
  );
}

/** The description, saved as soon as it changes. */
function SavedDetails({ image }: { image: ShownImage }) {
  const [changed, setChanged] = useState<ImageDescription>({});
  const { send, isFailing, line } = useDescription(image.id);
  return (
    <ImageDetails
      image={image}
      changed={changed}
      status={<output className={isFailing ? 'text-danger' : 'text-ink-soft'}>{line}</output>}
      onChange={(fields, after) => {
        setChanged((before) => ({ ...before, ...fields }));
        send(fields, after);
      }}
    />
  );
}

function Facts({ image }: { image: ShownImage }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3">
      <dt>Image</dt>
      <dd className="tabular-nums">{factsOf(image)}</dd>
      <dt>Uploaded</dt>
      <dd>
        {image.day}
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
        {image.uses.length === 0 && <Unused image={image} />}
        <ul>
          {image.uses.map(({ postId, title, place }) => (
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
      </dd>
    </dl>
  );
}

function Unused({ image: { inRevision, inSite, removedOn } }: { image: ShownImage }) {
  if (inSite) return <>Site or Authors. Take it out there before you delete it.</>;
  if (inRevision) return <>Only earlier versions of a post. It is deleted with the last of them.</>;
  return removedOn === null ? null : <>No post. It is removed on {removedOn} unless one uses it.</>;
}
