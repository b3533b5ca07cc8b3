import { Share2 } from 'lucide-react';
import { use, useRef } from 'react';

import type { Noun } from '#domain/core/kinds.ts';
import type { SharedPost, ShareLink } from '#domain/posts/share-links.ts';
import { formatLongDateTime } from '#domain/fields/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { CloseContext, Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useAction } from '../actions/use-action.ts';

/** A link that was created. Its address is shown only now: the server stores no more than its hash. */
export type NewShareLink = { address: string };

type SharePanelProps = { links: ShareLink[]; timeZone: string; noun: Noun; shows: SharedPost['shows'] };

const whatLinksShow: Record<SharedPost['shows'], (noun: Noun) => string> = {
  published: (noun) => `Links show the published ${noun}. Later changes show before they are published.`,
  'pending changes': () => 'Links show the changes that are not published yet.',
  unpublished: (noun) => `Links show this ${noun} as it is now, although it is not published.`,
};

/** Creates and ends links with which a post can be read without an account before it is public. */
export function SharePanel(props: SharePanelProps) {
  return (
    <DialogButton icon={Share2} dialog={<ShareDialog {...props} />}>
      Share
    </DialogButton>
  );
}

function ShareDialog({ links, timeZone, noun, shows }: SharePanelProps) {
  const close = use(CloseContext);
  const create = useRef<HTMLButtonElement>(null);
  const { submit, isBusy, result } = useAction<NewShareLink>({
    isQuiet: true,
    // The button of a link that was ended has gone with it.
    onDone: () => create.current?.focus(),
  });
  const send = (fields: Record<string, string>) => void submit(fields);
  const primary = { ref: create, variant: 'primary', 'data-autofocus': true, pending: isBusy } as const;

  return (
    <Dialog
      title="Share this preview"
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button {...primary} onClick={() => send({ intent: 'create-link' })}>
            Create link
          </Button>
        </>
      }
    >
      <p>
        Anyone with a link can read this {noun} for a week, without an account, even before it is published. A
        link ends when the admin who created it loses access.
      </p>
      <p>{whatLinksShow[shows](noun)}</p>
      {result?.ok === false && <Notice>{result.message}</Notice>}
      {result?.ok === true && result.value && (
        <CopyField label="Link" value={result.value.address} copy="Copy link" hint="It is shown only now." />
      )}
      {links.length > 0 && (
        <ul className="grid gap-1 border-t border-line pt-2">
          {links.map((link) => (
            <li key={link.id} className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                {`Until ${formatLongDateTime(link.expiresAt, timeZone)}, by ${link.createdBy}`}
              </span>
              <Button
                className="shrink-0"
                disabled={isBusy}
                onClick={() => send({ intent: 'end-link', link: link.id })}
              >
                End link
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
