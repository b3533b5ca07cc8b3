import { parseResults, resultLimits, writtenResults } from '#domain/posts/case-results.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';

const none = { figure: '', label: '' };

const firstCards = 3;

type Props = {
  written: string;
  error: string | undefined;
  onChange: (written: string) => void;
};

/** A card for each result, as visitors see it, and one more; those that are empty are none. */
export function ResultsControl({ written, error, onChange }: Props) {
  const stored = parseResults(written) ?? [];
  const length = Math.min(resultLimits.most, Math.max(firstCards, stored.length + 1));
  const cards = Array.from({ length }, (_, index) => stored[index] ?? none);
  function change(index: number, part: Partial<typeof none>) {
    const changed = cards.with(index, { ...(cards[index] ?? none), ...part });
    // An empty card before a filled one stays, so that none moves while it is typed.
    const last = changed.findLastIndex(({ figure, label }) => figure !== '' || label !== '');
    onChange(writtenResults(changed.slice(0, last + 1)));
  }
  return (
    <div className="col-span-full grid gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
        {cards.map((card, index) => (
          <ResultCard key={index} {...{ card, index, error }} onChange={(part) => change(index, part)} />
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <p className="text-ink-soft">
        From {resultLimits.least} to {resultLimits.most} results, or none.
      </p>
    </div>
  );
}

type CardProps = {
  card: typeof none;
  index: number;
  error: string | undefined;
  onChange: (part: Partial<typeof none>) => void;
};

function ResultCard({ card: { figure, label }, index, error, onChange }: CardProps) {
  const number = index === 0 ? '' : ` ${index + 1}`;
  const isWrong = (part: string, other: string) =>
    error !== undefined && part === '' && (other !== '' || index < resultLimits.least);
  return (
    <div className="rounded-md border border-line p-3 has-aria-invalid:border-danger has-focus:border-line-strong">
      <TextField
        label={`Result${number}`}
        hiddenLabel
        isQuiet
        {...(index === 0 ? { name: 'results' } : {})}
        dir="auto"
        placeholder={index === 0 ? '38 %' : 'Result'}
        maxLength={resultLimits.figure}
        value={figure}
        aria-invalid={isWrong(figure, label)}
        onChange={({ currentTarget: { value } }) => onChange({ figure: value })}
        className="text-[1.75rem]! leading-tight font-semibold placeholder:font-normal"
      />
      <TextArea
        label={`Label${number}`}
        hiddenLabel
        isQuiet
        dir="auto"
        rows={1}
        placeholder={index === 0 ? 'fewer returns' : 'Label'}
        maxLength={resultLimits.label}
        value={label}
        aria-invalid={isWrong(label, figure)}
        onChange={({ currentTarget: { value } }) => onChange({ label: value.replaceAll(/\s*\n\s*/g, ' ') })}
        className="field-sizing-content min-h-6 resize-none"
      />
    </div>
  );
}
