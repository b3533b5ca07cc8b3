import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const base =
  'inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md border px-3 py-1 font-medium ' +
  'cursor-pointer select-none transition-colors duration-[var(--duration-quick)] motion-reduce:transition-none ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-60 ' +
  '[&_svg]:size-3.5 [&_svg]:shrink-0';

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-signal text-on-signal hover:bg-[color-mix(in_oklch,var(--color-signal),var(--color-ink)_14%)]',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink-soft hover:bg-sunken hover:text-ink',
  danger:
    'border-transparent bg-danger text-on-danger hover:bg-[color-mix(in_oklch,var(--color-danger),var(--color-ink)_14%)]',
};

/** For a link that looks like a button. */
export function buttonClass(variant: ButtonVariant = 'secondary', extra = ''): string {
  return `${base} ${variants[variant]} ${extra}`;
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  icon?: LucideIcon;
  /** Its action is running: it shows a spinner and ignores clicks. */
  pending?: boolean;
};

export function Button({
  variant = 'secondary',
  icon: Icon,
  pending = false,
  disabled = false,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  const isOff = disabled || pending;
  return (
    <button
      type="button"
      {...rest}
      // With `disabled` it would lose the focus.
      aria-disabled={isOff || undefined}
      onClick={(event) => {
        // A double click counts once.
        if (isOff || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
      className={buttonClass(variant, className)}
    >
      {pending && <LoaderCircle className="animate-spin motion-reduce:animate-none" />}
      {Icon && <Icon />}
      {children}
    </button>
  );
}

/** For a link that looks like a square button with an icon. */
export const iconButtonClass =
  'inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60 [&_svg]:size-4';

/** A square button with an icon and an accessible name. */
export function IconButton({
  label,
  icon: Icon,
  className = '',
  ...rest
}: ComponentProps<'button'> & { label: string; icon: LucideIcon }) {
  return (
    <button type="button" aria-label={label} {...rest} className={`${iconButtonClass} ${className}`}>
      <Icon />
    </button>
  );
}
