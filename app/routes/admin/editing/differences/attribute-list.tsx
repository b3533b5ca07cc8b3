import type { AttributeChange } from '#domain/html/attribute-changes.ts';

/** Changes that the words of a text do not show. Nothing of it is loaded or can be followed from here. */
export function AttributeList({ changes }: { changes: readonly AttributeChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul aria-label="Changed beside the words" className="grid gap-1">
      {changes.map(({ name, words, before, after }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a change has no id besides its position
        <li key={index} className="wrap-anywhere">
          <span className="text-xs text-ink-soft">{name}</span>{' '}
          <bdi className="font-medium">{words || 'here'}</bdi>:{' '}
          <Value Element="del" className="text-danger" value={before} /> →{' '}
          <Value Element="ins" className="text-ok" value={after} />
        </li>
      ))}
    </ul>
  );
}

function Value({
  Element,
  className,
  value,
}: {
  Element: 'del' | 'ins';
  className: string;
  value: string | null;
}) {
  if (value === null || value === '') return 'Empty';
  return <Element className={`font-mono text-xs [unicode-bidi:isolate] ${className}`}>{value}</Element>;
}
