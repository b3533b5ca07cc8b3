import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';

import { useMenu } from '#app/ui/menu.ts';
import { ControlButton, shownKeys, wordsClass } from './control.tsx';

type Choice = {
  name: string;
  /** Absent for a choice that does something once. */
  isChosen?: boolean;
  icon?: LucideIcon | undefined;
  /** True if it is on, for a switch among them. */
  isOn?: boolean | undefined;
  shortcut?: string | undefined;
  group?: string | undefined;
  canRun?: boolean;
  /** The style of the words beside it. */
  sample?: ReactNode;
  /** Ends with the focus where one goes on. */
  choose: () => void;
};

type Props = {
  name: string;
  choices: readonly Choice[];
  columns?: 1 | 2;
  /** True if the button shows its name. */
  words?: boolean | undefined;
  children: ReactNode;
};

/** A control with several choices, of which one holds. */
export function ChoiceMenu({ name, choices, columns = 1, words, children }: Props) {
  const { isOpen, close, anchorProps, panelProps } = useMenu('start');
  return (
    <>
      <ControlButton name={name} {...anchorProps} className={words === true ? wordsClass : ''}>
        {children}
        {words === true && <span className="mr-auto">{name}</span>}
        <ChevronDown className="size-3! opacity-70" />
      </ControlButton>
      <div
        {...panelProps}
        aria-label={name}
        className={`look-sample fixed inset-auto m-0 h-fit max-h-[min(24rem,70vh)] content-start gap-px overflow-y-auto rounded-md border border-line-strong bg-surface p-1 text-ink shadow-lg open:grid empty:hidden ${columns === 2 ? 'grid-cols-2' : ''}`}
      >
        {isOpen &&
          choices.map((choice, index) => (
            <Fragment key={choice.name}>
              {choice.group !== undefined && choice.group !== choices[index - 1]?.group && (
                <p
                  aria-hidden="true"
                  className="col-span-full px-2 pt-2 pb-0.5 text-xs font-semibold text-ink-soft"
                >
                  {choice.group}
                </p>
              )}
              <ChoiceButton choice={choice} close={close} />
            </Fragment>
          ))}
      </div>
    </>
  );
}

function roleOf({ isChosen, isOn }: Choice): string {
  if (isChosen !== undefined) return 'menuitemradio';
  return isOn === undefined ? 'menuitem' : 'menuitemcheckbox';
}

function ChoiceButton({ choice, close }: { choice: Choice; close: () => void }) {
  return (
    <button
      type="button"
      role={roleOf(choice)}
      aria-checked={choice.isChosen ?? choice.isOn}
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
      {choice.sample ?? <span className="mr-auto">{choice.name}</span>}
      {choice.isOn === true && <Check className="size-3.5 text-signal" />}
      {choice.shortcut !== undefined && (
        <kbd className="font-sans text-xs text-ink-soft max-sm:hidden">{shownKeys(choice.shortcut)}</kbd>
      )}
    </button>
  );
}
