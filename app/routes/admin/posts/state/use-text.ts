import { useCallback, useEffect, useRef, useState } from 'react';
import type { ContentHandle } from '#app/editor/body-editor.ts';
import type { Text } from '#app/routes/admin/editing/state/text.ts';
import { type PostValues, followedSlug } from './post-values.ts';
import { useLatest } from '#app/ui/use-latest.ts';
import { plainSlug } from '#domain/fields/slug.ts';

export type TextControls = ReturnType<typeof useText>;

/** The text of the form. The form owns it: it is never replaced by loaded data. */
export function useText(initial: { values: PostValues; content: string }, isSlugFixed: boolean) {
  const [values, setValues] = useState(initial.values);
  const [bodyRevision, setBodyRevision] = useState(0);
  const [body, setBody] = useState({ html: initial.content, generation: 0 });
  const editor = useRef<ContentHandle>(null);

  // The table for other scripts may be loaded after the first characters.
  const slugify = useSlugify(isSlugFixed ? slugSource(values) : values.title + values.slug, (rule) => {
    if (isSlugFixed) return;
    setValues((before) => (before.slug === '' ? { ...before, slug: rule(before.title) } : before));
  });

  return {
    values,
    /** As a save will store it, unless it is taken; '' while it is not known. */
    slug: slugify(values.slug) || slugify(values.title),
    /** Increases with each change of the body, which is written as HTML only when needed. */
    bodyRevision,
    body,
    editor,
    now: (): Text<PostValues> => ({ values, content: editor.current?.html() ?? body.html, bodyRevision }),
    change: useCallback(
      (changes: Partial<PostValues>) => setValues((before) => ({ ...before, ...changes })),
      [],
    ),
    update: setValues,
    changeTitle: (title: string) =>
      setValues((before) => ({
        ...before,
        title,
        slug: isSlugFixed
          ? before.slug
          : followedSlug(before.slug, { before: before.title, after: title }, slugify),
      })),
    noteBodyChange: useCallback(() => setBodyRevision((n) => n + 1), []),
    /** Replaces the text. @param content null keeps the body */
    replace: (next: PostValues, content: string | null) => {
      setValues(next);
      if (content === null) return bodyRevision;
      setBody(({ generation }) => ({ html: content, generation: generation + 1 }));
      setBodyRevision((n) => n + 1);
      return bodyRevision + 1;
    },
  };
}

/** The text of which a save makes the slug, as long as anything is left of it. */
function slugSource({ slug, title }: PostValues): string {
  return slug.trim() === '' ? title : slug;
}

type Slugify = (text: string) => string;

/**
 * The rule of the domain for slugs. The table for all scripts is large, so it is loaded only for a text that needs it.
 * Until then such a text has no slug; the server makes one by the same rule.
 */
function useSlugify(text: string, onArrival: (slugify: Slugify) => void): Slugify {
  const [slugify, setSlugify] = useState<Slugify | null>(null);
  const latest = useLatest(onArrival);

  const needsTable = plainSlug(text) === null;
  useEffect(() => {
    if (!needsTable) return;
    import('#domain/fields/slugify.ts')
      .then(({ slugify: rule }) => {
        setSlugify(() => rule);
        latest.current(rule);
      })
      .catch(() => {});
  }, [needsTable, latest]);

  return slugify ?? ((plain) => plainSlug(plain) ?? '');
}
