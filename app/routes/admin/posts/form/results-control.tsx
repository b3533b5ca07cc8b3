import { parseResults, resultLimits, writtenResults } from '#domain/posts/case-results.ts';
import { TextField } from '#app/ui/field.tsx';

const none = { figure: '', label: '' };

/** As many rows as there may be results; those that are empty are none. */
export function ResultsControl({
  written,
  error,
  onChange,
}: {
  written: string;
  error: string | undefined;
  onChange: (written: string) => void;
}) {
  const stored = parseResults(written) ?? [];
  const rows = Array.from({ length: resultLimits.most }, (_, index) => stored[index] ?? none);
  function change(index: number, part: Partial<typeof none>) {
    const changed = rows.with(index, { ...(rows[index] ?? none), ...part });
    // An empty row before a filled one stays, so that none moves while it is typed.
    const last = changed.findLastIndex(({ figure, label }) => figure !== '' || label !== '');
    onChange(writtenResults(changed.slice(0, last + 1)));
  }
  return (
    <div className="grid gap-2">
      {rows.map(({ figure, label }, index) => {
        const number = index === 0 ? '' : ` ${index + 1}`;
        const isWrong = (part: string, other: string) =>
          error !== undefined && part === '' && (other !== '' || index < resultLimits.least);
        return (
          <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-end gap-2">
            <TextField
              label={`Result${number}`}
              {...(index === 0 ? { name: 'results' } : {})}
              dir="auto"
              maxLength={resultLimits.figure}
              value={figure}
              aria-invalid={isWrong(figure, label)}
              onChange={({ currentTarget: { value } }) => change(index, { figure: value })}
            />
            <TextField
              label={`Label${number}`}
              dir="auto"
              maxLength={resultLimits.label}
              value={label}
              aria-invalid={isWrong(label, figure)}
              onChange={({ currentTarget: { value } }) => change(index, { label: value })}
            />
          </div>
        );
      })}
      {error !== undefined && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <p className="text-ink-soft">
        From {resultLimits.least} to {resultLimits.most}, such as “38 %” and “fewer returns”, or none.
      </p>
    </div>
  );
}
