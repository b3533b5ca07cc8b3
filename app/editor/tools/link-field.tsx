import { useId, useState, type KeyboardEvent } from 'react';

import { TextField } from '#app/ui/field.tsx';
import { Listbox, nextOption } from '#app/ui/listbox.tsx';
import type { FindLinkTargets, LinkTarget } from '../services.ts';
import { useSearch } from '#app/ui/use-search.ts';

type Props = {
  address: unknown;
  error: string | undefined;
  findTargets: FindLinkTargets;
  onTarget?: (target: LinkTarget) => void;
};

/**
 * The field `address` of a form: the address of a link. Words that are no address find posts by their title, as a list
 * below the field that is moved through with the arrow keys.
 */
export function LinkField({ address, error, findTargets, onTarget }: Props) {
  const id = useId();
  const [value, setValue] = useState(String(address ?? ''));
  const [current, setCurrent] = useState(-1);
  const [chosen, setChosen] = useState<LinkTarget | null>(null);
  const words = value.trim();
  const isSearch = words.length > 1 && !isWhole(words) && !/^\S+\.\S+$/.test(words);
  const found = useSearch(isSearch ? findTargets : null, words, 1);
  const targets = isSearch && found.kind === 'found' ? found.result : [];
  const isDraft = chosen !== null && chosen.address === value && !chosen.isPublic;

  function choose(target: LinkTarget) {
    setCurrent(-1);
    setValue(target.address);
    setChosen(target);
    onTarget?.(target);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (targets.length === 0) return;
    const next = nextOption(event.key, current, targets.length);
    const target = targets[current];
    if (next !== null) setCurrent(next);
    else if (event.key === 'Enter' && target) choose(target);
    else return;
    event.preventDefault();
  }

  return (
    <div className="grid gap-1">
      <TextField
        label="Address"
        name="address"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        hint="A web address, or words from the title of a post."
        error={error}
        value={value}
        role="combobox"
        aria-expanded={targets.length > 0}
        aria-controls={id}
        {...(current >= 0 ? { 'aria-activedescendant': `${id}-${current}` } : {})}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setCurrent(-1);
        }}
      />
      <output className={isDraft ? 'text-warn' : 'sr-only'}>
        {isDraft && 'This post is not public yet. Visitors who follow the link find nothing.'}
        {isSearch && found.kind === 'found' && `${targets.length} posts found`}
      </output>
      {targets.length > 0 && (
        <Listbox
          id={id}
          label="Posts"
          items={targets}
          current={current}
          keyOf={(target) => target.address}
          onChoose={choose}
          className="max-h-60 rounded-md border border-line-strong"
        >
          {({ title, isPublic }) => (
            <>
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {title}
              </span>
              {!isPublic && <span className="shrink-0 text-warn">Draft</span>}
            </>
          )}
        </Listbox>
      )}
    </div>
  );
}

/** Without a scheme an address is taken for a web page or an email address; a path or a fragment stays one. */
export function addressOf(address: string): string {
  if (address === '' || isWhole(address)) return address;
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}

/** True if it begins with a scheme, or as a path or a fragment does. */
function isWhole(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(address);
}
