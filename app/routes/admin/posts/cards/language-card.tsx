import { commonLanguages, languageName } from '#domain/text/languages.ts';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/field.tsx';

/**
 * The language of the text, which browsers, screen readers and the search use.
 * @param language BCP 47 tag; '' is to be detected
 * @param detected in the stored content; null when it is not certain
 */
export function LanguageCard({
  language,
  detected,
  onChange,
}: {
  language: string;
  detected: string | null;
  onChange: (change: { language: string }) => void;
}) {
  const isListed = language === '' || commonLanguages.some(({ tag }) => tag === language);
  return (
    <Card title="Language">
      <SelectField
        label="Language"
        name="language"
        hiddenLabel
        value={language}
        onChange={(event) => onChange({ language: event.currentTarget.value })}
      >
        <option value="">
          {detected === null ? 'Detect automatically' : `Detected: ${languageName(detected)}`}
        </option>
        {!isListed && <option value={language}>{language}</option>}
        {commonLanguages.map(({ tag, name }) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </SelectField>
    </Card>
  );
}
