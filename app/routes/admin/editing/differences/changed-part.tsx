import type { ReactNode } from 'react';

/** One of several changes. @param choice how it is taken when the form around it is sent, as a field `name` */
export function ChangedPart({
  label,
  name,
  value,
  choice,
  isConflict = false,
  children,
}: {
  label: string;
  name: string;
  value: string;
  choice: 'none' | 'whole' | 'box';
  isConflict?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-3 first-of-type:border-0"
    >
      {choice === 'whole' && <input type="hidden" name={name} value={value} />}
      <h2 className="font-semibold">
        {choice === 'box' ? (
          <label className="flex w-fit cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={!isConflict}
              className="size-4 accent-signal"
            />
            {label}
          </label>
        ) : (
          label
        )}
      </h2>
      {isConflict && choice === 'box' && (
        <p className="text-warn">The text was changed here too. With a check the proposal replaces that.</p>
      )}
      {children}
    </section>
  );
}
