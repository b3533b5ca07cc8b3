import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { useMenu } from '#app/ui/menu.tsx';
import { ControlButton } from './control.tsx';

type Choice = {
  name: string;
  /** Absent for a choice that does something once. */
  isChosen?: boolean;
  icon?: LucideIcon | undefined;
  canRun?: boolean;
  /** What the words beside it look like. */
  sample?: ReactNode;
  /** Ends with the focus where one goes on. */
  choose: () => void;
};

/** A control with several choices, of which one holds. */
export function ChoiceMenu({
  name,
  choices,
  columns = 1,
  children,
}: {
  name: string;
  choices: readonly Choice[];
  columns?: 1 | 2;
  /** What the button shows. */
  children: ReactNode;
}) {
  const { isOpen, close, anchorProps, panelProps } = useMenu('start');
  return (
    <>
      <ControlButton name={name} {...anchorProps}>
        {children}
        <ChevronDown className="size-3! opacity-70" />
      </ControlButton>
      <div
        {...panelProps}
        aria-label={name}
        className={`look-sample fixed inset-auto m-0 h-fit max-h-[min(24rem,70vh)] content-start gap-px overflow-y-auto rounded-md border border-line-strong bg-surface p-1 text-ink shadow-lg open:grid empty:hidden ${columns === 2 ? 'grid-cols-2' : ''}`}
      >
        {isOpen &&
          choices.map((choice) => (
            <button
              key={choice.name}
              type="button"
              role={choice.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={choice.isChosen}
              aria-disabled={choice.canRun === false ? true : undefined}
              aria-label={choice.name}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (choice.canRun === false) return;
                close();
                choice.choose();
              }}
              className="flex min-h-8 max-sm:min-h-11 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-left whitespace-nowrap hover:bg-sunken focus:bg-sunken aria-disabled:opacity-40"
            >
              {choice.icon ? (
                <choice.icon className="size-4 shrink-0 text-ink-soft" />
              ) : (
                <Check className={`size-3.5 shrink-0 text-ink-soft ${choice.isChosen ? '' : 'invisible'}`} />
              )}
              {choice.sample ?? choice.name}
            </button>
          ))}
      </div>
    </>
  );
}
