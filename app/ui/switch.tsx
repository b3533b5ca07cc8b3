import { useId } from 'react';

/** A switch built on a native checkbox with `role="switch"`. */
export function Switch({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 max-sm:min-h-11">
      <label htmlFor={id} className="flex min-h-[inherit] flex-1 cursor-pointer items-center font-medium">
        {label}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="relative h-5 w-9 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors duration-[var(--duration-quick)] before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-ink-soft before:transition-transform before:duration-[var(--duration-quick)] checked:border-signal checked:bg-signal checked:before:translate-x-4 checked:before:bg-on-signal motion-reduce:before:transition-none max-sm:after:absolute max-sm:after:-inset-x-1 max-sm:after:-inset-y-3 forced-colors:appearance-auto forced-colors:before:hidden"
      />
    </div>
  );
}
