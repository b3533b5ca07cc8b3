import type { ComponentProps } from 'react';

const look =
  'inline-flex h-7 min-w-7 max-sm:h-11 max-sm:min-w-11 shrink-0 cursor-pointer items-center justify-center gap-1 rounded-sm px-1 text-ink-soft ' +
  'hover:bg-sunken hover:text-ink aria-expanded:bg-sunken aria-expanded:text-ink ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-40 aria-pressed:bg-sunken aria-pressed:text-ink aria-pressed:shadow-[inset_0_-2px_0_var(--color-signal)] ' +
  '[&_svg]:size-4 [&_svg]:shrink-0';

/** For a button that shows its words in a sheet. */
export const wordsClass = 'w-full justify-start! gap-3! px-2! text-left text-ink';

type ControlProps = ComponentProps<'button'> & {
  name: string;
  shortcut?: string | undefined;
  canRun?: boolean;
};

/** A button of a toolbar: a press leaves the selection in the text as it is. */
export function ControlButton({
  name,
  shortcut,
  canRun = true,
  onClick,
  className = '',
  ...rest
}: ControlProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={canRun ? undefined : true}
      aria-keyshortcuts={shortcut?.replace('Mod', isMac() ? 'Meta' : 'Control')}
      title={shortcut ? `${name} (${shownKeys(shortcut)})` : name}
      onMouseDown={(event) => event.preventDefault()}
      {...rest}
      onClick={(event) => {
        if (canRun) onClick?.(event);
      }}
      className={`${look} ${className}`}
    />
  );
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** A shortcut, with `Mod` for Ctrl or ⌘, as a person reads it. */
export function shownKeys(shortcut: string): string {
  return isMac()
    ? shortcut.replace('Mod', '⌘').replace('Alt', '⌥').replace('Shift', '⇧').replaceAll('+', '')
    : shortcut.replace('Mod', 'Ctrl');
}
