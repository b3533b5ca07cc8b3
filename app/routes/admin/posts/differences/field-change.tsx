import { WordRuns } from '#app/routes/admin/editing/differences/word-runs.tsx';
import { isProse, type Difference } from './field-differences.ts';

/** How a field became another: prose word by word, anything else as a whole. */
export function FieldChange({ part, one, other }: Difference) {
  if (isProse(part)) return <WordRuns one={one} other={other} />;
  return (
    <p className="wrap-anywhere">
      <del className="text-danger">{one || 'Empty'}</del> → <ins className="text-ok">{other || 'Empty'}</ins>
    </p>
  );
}
