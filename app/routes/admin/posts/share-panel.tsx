import { Share2 } from 'lucide-react';
import { useState } from 'react';

import type { ShareLink } from '#domain/posts/list-share-links.ts';
import type { SharedPost } from '#domain/posts/find-shared-post.ts';
import { formatLongDateTime } from '#domain/text/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useAction } from '../actions/use-action.ts';

/** A link that was created. Its address is shown only now: the server stores no more than its hash. */
export type NewShareLink = { address: string; expiresAt: Date };

/** @param shows which state of the post a link shows. */
type SharePanelProps = { links: ShareLink[]; timeZone: string; shows: SharedPost['shows'] };

/** Creates and ends links with which the post can be read without an account. */
export function SharePanel({ links, timeZone, shows }: SharePanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Share2 />
        Share
      </Button>
      {isOpen && (
        <ShareDialog links={links} timeZone={timeZone} shows={shows} onDismiss={() => setIsOpen(false)} />
      )}
    </>
  );
}

function ShareDialog({ links, timeZone, shows, onDismiss }: SharePanelProps & { onDismiss: () => void }) {
  const { submit, isBusy, result } = useAction<NewShareLink>({ isQuiet: true });
  const send = (fields: Record<string, string>) => void submit(fields, { method: 'post' });

  return (
    <Dialog
      title="Share this preview"
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Close</Button>
          <Button
            variant="primary"
            data-autofocus
            pending={isBusy}
            onClick={() => send({ intent: 'create-link' })}
          >
            Create link
          </Button>
        </>
      }
    >
      <p>
        Anyone with a link can read this post for a week, without an account, even before it is published. A
        link ends when the admin who created it loses access.
      </p>
      <p>{whatLinksShow[shows]}</p>
      {result?.ok === false && (
        <Notice>
          <p>{result.message}</p>
        </Notice>
      )}
      {result?.ok === true && result.value && <NewLink address={result.value.address} />}
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

const whatLinksShow: Record<SharedPost['shows'], string> = {
  published: 'Links show the published post. Later changes show before they are published.',
  'pending changes': 'Links show the changes that are not published yet.',
  unpublished: 'Links show this post as it is now, although it is not published.',
};

function NewLink({ address }: { address: string }) {
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(address);
    setIsCopied(true);
  }

  return (
    <div className="grid gap-2 text-ink">
      <TextField
        label="Link"
        readOnly
        value={address}
        hint="It is shown only now."
        onFocus={(event) => event.currentTarget.select()}
      />
      {/* Browsers give the clipboard to secure origins only; elsewhere the selected text is copied by hand. */}
      {'clipboard' in globalThis.navigator && (
        <Button className="w-fit" onClick={() => void copy().catch(() => {})}>
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
      )}
    </div>
  );
}
