import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react';

import { TextField } from '#app/ui/field.tsx';
import type { FindLinkTargets, LinkTarget } from './services.ts';
import { useSearch } from './use-search.ts';

/**
 * A text field whose words find posts by their title, as a list below it that is moved through with the arrow keys.
 * @param findTargets absent where the words are not searched
 */
export function PostField({
  value,
  warning,
  findTargets,
  onValue,
  onTarget,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'onKeyDown'> & {
  value: string;
  warning?: string | undefined;
  findTargets: FindLinkTargets | undefined;
  onValue: (value: string) => void;
  onTarget: (target: LinkTarget) => void;
}) {
  const id = useId();
  const [current, setCurrent] = useState(-1);
  const words = value.trim();
  const isSearch = findTargets !== undefined && words.length > 1;
  const found = useSearch(isSearch ? findTargets : null, words, 1);
  const targets = isSearch && found.kind === 'found' ? found.result : [];

  function choose(target: LinkTarget) {
    setCurrent(-1);
    onTarget(target);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (targets.length === 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const target = targets[current];
    if (step !== 0) setCurrent((current + step + targets.length) % targets.length);
    else if (event.key === 'Enter' && target) choose(target);
    else return;
    event.preventDefault();
  }

  return (
    <div className="grid gap-1">
      <TextField
        {...field}
        autoComplete="off"
        spellCheck={false}
        value={value}
        role="combobox"
        aria-expanded={targets.length > 0}
        aria-controls={`${id}-targets`}
        {...(current >= 0 ? { 'aria-activedescendant': `${id}-${current}` } : {})}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onValue(event.currentTarget.value);
          setCurrent(-1);
        }}
      />
      <output className={warning === undefined ? 'sr-only' : 'text-danger'}>
        {warning ?? (isSearch && found.kind === 'found' ? `${targets.length} posts found` : '')}
      </output>
      {targets.length > 0 && (
        <div
          id={`${id}-targets`}
          role="listbox"
          aria-label="Posts"
          className="max-h-60 overflow-y-auto rounded-md border border-line-strong"
        >
          {targets.map((target, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and takes the keys
            <div
              key={target.address}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(target)}
              className="flex min-h-9 cursor-pointer items-center justify-between gap-3 px-2.5 text-ink hover:bg-sunken aria-selected:bg-sunken max-sm:min-h-11"
            >
              <span className="truncate" dir="auto">
                {target.title}
              </span>
              {!target.isPublic && <span className="shrink-0 text-danger">Draft</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
