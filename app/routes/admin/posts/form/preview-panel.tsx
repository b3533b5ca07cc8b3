import { ExternalLink, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, href } from 'react-router';

import { firstFrameWidth, useFrameWidth, VisitorFrame } from '#app/routes/admin/frame/visitor-frame.tsx';
import { IconButton, buttonClass } from '#app/ui/button.tsx';
import type { SavedVersion } from '../state/edit-state.ts';
import { useForm } from './use-post-form.ts';

/** From this width on there is room for the form and the preview side by side. */
const wide = '(width >= 80rem)';

/**
 * The post as visitors will see it, beside the form, or over it where there is no room. It shows what is stored, and
 * shows it anew after every save, scrolled to where it was.
 */
export function PreviewPanel({ stored, onClose }: { stored: SavedVersion; onClose: () => void }) {
  const { isUnsaved, isAutosaving } = useForm().saving;
  const postId = stored.id;
  const savedState = `${stored.version} ${stored.pendingVersion}`;
  // Not while the save that was started for the preview is under way.
  const isSaved = !isUnsaved || !isAutosaving;
  const [firstState] = useState(savedState);
  // Typing on during that save must not hold the preview back.
  const [isReady, setIsReady] = useState(isSaved);
  if (!isReady && (isSaved || savedState !== firstState)) setIsReady(true);
  const panel = useOpenPanel();
  const [width, widthButtons] = useFrameWidth(firstFrameWidth());

  return (
    <dialog
      ref={panel}
      aria-label="Preview"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-0 flex h-dvh max-h-none w-full max-w-none flex-col border-line-strong bg-surface p-0 text-ink xl:sticky xl:top-[calc(var(--sticky-top,0px)+1rem)] xl:h-[calc(100dvh-var(--sticky-top,0px)-2rem)] xl:overflow-hidden xl:rounded-lg xl:border"
    >
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
        <h2 className="font-semibold">Preview</h2>
        <p className="mr-auto min-w-0 truncate text-ink-soft">Follows every save</p>
        <Link
          to={href('/admin/posts/preview/:id', { id: postId })}
          target="_blank"
          className={buttonClass('quiet')}
        >
          <ExternalLink />
          <span className="max-sm:sr-only">Open in a new tab</span>
        </Link>
        {widthButtons}
        <IconButton icon={X} label="Close preview" onClick={onClose} />
      </div>
      {isReady ? (
        <VisitorFrame
          title="The post as visitors see it"
          address={href('/admin/posts/preview/:id/visitor', { id: postId })}
          savedState={savedState}
          width={width}
        />
      ) : (
        <output className="grid flex-1 place-items-center text-ink-soft">Saving…</output>
      )}
    </dialog>
  );
}

/** Opens the dialog, beside the form or over it, and gives the focus back when it closes. */
function useOpenPanel() {
  const panel = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = panel.current;
    if (!dialog) return;
    const opener = document.activeElement;
    const media = matchMedia(wide);
    const open = () => {
      dialog.close();
      if (media.matches) dialog.setAttribute('open', '');
      else dialog.showModal();
    };
    open();
    media.addEventListener('change', open);
    return () => {
      media.removeEventListener('change', open);
      const hadFocus = dialog.contains(document.activeElement) || document.activeElement === document.body;
      dialog.close();
      if (hadFocus && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return panel;
}
