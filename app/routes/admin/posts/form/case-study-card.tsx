import { parseResults, resultLimits, writtenResults } from '#domain/posts/case-results.ts';
import { postFields } from '#domain/posts/post-fields.ts';
import { Card } from '#app/ui/card.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Image } from '#app/ui/image.tsx';
import { ImageControl } from '#app/routes/admin/images/image-control.tsx';
import { useForm } from './use-post-form.ts';

/** What a case study says beside its text: for whom, what was done with what, and what came of it. */
export function CaseStudyCard() {
  const { text, images, control, errorAt } = useForm();
  const { clientLogo, results } = text.values;
  return (
    <Card title="Case Study">
      <TextField {...control('client')} required />
      {clientLogo !== '' && (
        <Image
          src={clientLogo}
          className="max-h-20 max-w-full justify-self-start rounded-md border border-line bg-white p-2"
          instead={<p className="text-ink-soft">The image cannot be shown.</p>}
        />
      )}
      <ImageControl
        label={postFields.clientLogo.label}
        hint="With a transparent background."
        image={clientLogo}
        folder="featured-images"
        error={errorAt('clientLogo')}
        onChange={(image) => text.change({ clientLogo: image })}
        {...images.uploadsOf('clientLogo')}
      />
      <TextField {...control('industry')} />
      <TextArea {...control('services')} rows={3} hint="One on each line." />
      <TextArea {...control('technologies')} rows={3} hint="One on each line." />
      <TextField {...control('year')} inputMode="numeric" />
      <Results
        written={results}
        error={errorAt('results')}
        onChange={(written) => text.change({ results: written })}
      />
      <TextArea {...control('quote')} rows={4} />
      <TextField {...control('quoteName')} autoComplete="off" />
      <TextField {...control('quoteRole')} />
      <TextField {...control('link')} type="url" inputMode="url" spellCheck={false} autoCapitalize="none" />
    </Card>
  );
}

const none = { figure: '', label: '' };

/** As many rows as there may be results; those that are empty are none. */
function Results({
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
        return (
          <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-end gap-2">
            <TextField
              label={`Result${number}`}
              {...(index === 0 ? { name: 'results' } : {})}
              dir="auto"
              maxLength={resultLimits.figure}
              value={figure}
              onChange={({ currentTarget: { value } }) => change(index, { figure: value })}
            />
            <TextField
              label={`Label${number}`}
              dir="auto"
              maxLength={resultLimits.label}
              value={label}
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
