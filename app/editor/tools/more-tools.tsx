import { Ellipsis } from 'lucide-react';
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react';

import { ControlButton } from './control.tsx';

/** A button that opens a sheet with further tools, at the bottom of the screen and above its keyboard. */
export function MoreTools({ children }: { children: ReactNode }) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  // The focus stays in the text, and with it the keyboard on the screen.
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || sheet.current?.querySelector(':popover-open')) return;
      event.preventDefault();
      event.stopPropagation();
      sheet.current?.hidePopover();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isOpen]);

  return (
    <>
      <ControlButton name="More formatting" popoverTarget={id} aria-expanded={isOpen}>
        <Ellipsis />
      </ControlButton>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- clicks come up from its buttons; the sheet itself takes none */}
      <div
        ref={sheet}
        id={id}
        popover="auto"
        role="group"
        aria-label="More formatting"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        onClick={closeAfterTool}
        className="fixed inset-x-0 top-auto bottom-[var(--keyboard-inset,0px)] m-0 max-h-[60vh] w-full overflow-y-auto rounded-t-lg border-t border-line-strong bg-surface p-2 shadow-lg open:grid open:grid-cols-2 open:gap-x-2"
      >
        {children}
      </div>
    </>
  );
}

/** A tool that has done its work closes the sheet; one that opens a menu does not. */
function closeAfterTool({ target, currentTarget }: MouseEvent<HTMLDivElement>) {
  const tool = target instanceof Element ? target.closest('button') : null;
  if (tool && tool.ariaHasPopup === null) currentTarget.hidePopover();
}
