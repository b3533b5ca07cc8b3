import { useState } from 'react';

import type { FindLinkTargets, LinkTarget } from './body-rules.ts';
import { PostField } from './post-field.tsx';

/** The address of a link. Words that are no address find posts by their title. */
export function LinkField({
  address,
  error,
  findTargets,
  onTarget,
}: {
  address: string;
  error: string | undefined;
  findTargets: FindLinkTargets | undefined;
  /** Told of the post that was chosen. */
  onTarget?: (target: LinkTarget) => void;
}) {
  const [value, setValue] = useState(address);
  const [chosen, setChosen] = useState<LinkTarget | null>(null);
  const isDraft = chosen !== null && chosen.address === value && !chosen.isPublic;
  return (
    <PostField
      label="Address"
      name="address"
      inputMode="url"
      data-autofocus
      hint={findTargets && 'An address, or words of the title of a post.'}
      value={value}
      error={error}
      findTargets={isAddress(value.trim()) ? undefined : findTargets}
      warning={
        isDraft ? 'This post is not public yet. Visitors who follow the link find nothing.' : undefined
      }
      onValue={setValue}
      onTarget={(target) => {
        setValue(target.address);
        setChosen(target);
        onTarget?.(target);
      }}
    />
  );
}

function isAddress(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[/#?])|^\S+\.\S+$/i.test(text);
}
