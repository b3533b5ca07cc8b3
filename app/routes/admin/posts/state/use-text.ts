import { useCallback, useRef, useState, type RefObject } from 'react';

import { followedSlug, type PostValues } from './post-values.ts';
import { useSlugify } from './use-slugify.ts';

/** The editor of the body. */
export type ContentHandle = {
  /** The body as it stands now. Cheap: what did not change since the last call is not written again. */
  html: () => string;
  /** Puts another body in its place, as one step that can be undone. */
  setHtml: (html: string) => void;
};

/** Everything that is typed into the form, as it stands at one moment. */
export type Text = { values: PostValues; content: string; bodyRevision: number };

export type TextControls = {
  values: PostValues;
  /** Goes up with every change of the body, which itself is written out only when it is needed. */
  bodyRevision: number;
  body: { html: string; generation: number };
  editor: RefObject<ContentHandle | null>;
  now: () => Text;
  change: (changes: Partial<PostValues>) => void;
  changeTitle: (title: string) => void;
  update: (change: (before: PostValues) => PostValues) => void;
  noteBodyChange: () => void;
  /** Puts another text in place of this one. @param content null leaves the body alone */
  replace: (values: PostValues, content: string | null) => void;
};

/** The form owns everything typed into it, from the first letter on. */
export function useText(
  initial: { values: PostValues; content: string },
  isSlugFixed: boolean,
): TextControls {
  const [values, setValues] = useState(initial.values);
  const [bodyRevision, setBodyRevision] = useState(0);
  const [body, setBody] = useState({ html: initial.content, generation: 0 });
  const editor = useRef<ContentHandle>(null);

  // The rule for other scripts may arrive after the first letters.
  const slugify = useSlugify(isSlugFixed ? null : values.title, (rule) =>
    setValues((before) => (before.slug === '' ? { ...before, slug: rule(before.title) } : before)),
  );

  return {
    values,
    bodyRevision,
    body,
    editor,
    now: () => ({ values, content: editor.current?.html() ?? body.html, bodyRevision }),
    change: useCallback((changes) => setValues((before) => ({ ...before, ...changes })), []),
    update: setValues,
    changeTitle: (title) =>
      setValues((before) => ({
        ...before,
        title,
        slug: isSlugFixed
          ? before.slug
          : followedSlug(before.slug, { before: before.title, after: title }, slugify),
      })),
    noteBodyChange: useCallback(() => setBodyRevision((n) => n + 1), []),
    replace: (next, content) => {
      setValues(next);
      if (content === null) return;
      setBody(({ generation }) => ({ html: content, generation: generation + 1 }));
      setBodyRevision((n) => n + 1);
    },
  };
}
