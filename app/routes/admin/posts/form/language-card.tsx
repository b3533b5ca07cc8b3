import { commonLanguages } from '#domain/fields/languages.ts';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { useForm } from './use-post-form.ts';

/** The language of the text, which browsers, screen readers and the search use. */
export function LanguageCard() {
  const { text } = useForm();
  const { language } = text.values;
  const isListed = language === '' || commonLanguages.some(({ tag }) => tag === language);
  return (
    <Card title="Language">
      <SelectField
        label="Language"
        name="language"
        hiddenLabel
        value={language}
        options={commonLanguages.map(({ tag, name }) => [tag, name])}
        onChange={(event) => text.change({ language: event.currentTarget.value })}
      >
        <option value="">Language of the site</option>
        {!isListed && <option value={language}>{language}</option>}
      </SelectField>
    </Card>
  );
}
