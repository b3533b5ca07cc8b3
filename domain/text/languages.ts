/** Languages that the form of a post offers: BCP 47 tags with their English names, by name. */
export const commonLanguages: readonly { tag: string; name: string }[] = [
  { tag: 'ar', name: 'Arabic' },
  { tag: 'bg', name: 'Bulgarian' },
  { tag: 'ca', name: 'Catalan' },
  { tag: 'zh', name: 'Chinese' },
  { tag: 'hr', name: 'Croatian' },
  { tag: 'cs', name: 'Czech' },
  { tag: 'da', name: 'Danish' },
  { tag: 'nl', name: 'Dutch' },
  { tag: 'en', name: 'English' },
  { tag: 'fi', name: 'Finnish' },
  { tag: 'fr', name: 'French' },
  { tag: 'de', name: 'German' },
  { tag: 'el', name: 'Greek' },
  { tag: 'he', name: 'Hebrew' },
  { tag: 'hi', name: 'Hindi' },
  { tag: 'hu', name: 'Hungarian' },
  { tag: 'id', name: 'Indonesian' },
  { tag: 'it', name: 'Italian' },
  { tag: 'ja', name: 'Japanese' },
  { tag: 'ko', name: 'Korean' },
  { tag: 'no', name: 'Norwegian' },
  { tag: 'fa', name: 'Persian' },
  { tag: 'pl', name: 'Polish' },
  { tag: 'pt', name: 'Portuguese' },
  { tag: 'ro', name: 'Romanian' },
  { tag: 'ru', name: 'Russian' },
  { tag: 'sk', name: 'Slovak' },
  { tag: 'es', name: 'Spanish' },
  { tag: 'sv', name: 'Swedish' },
  { tag: 'th', name: 'Thai' },
  { tag: 'tr', name: 'Turkish' },
  { tag: 'uk', name: 'Ukrainian' },
  { tag: 'vi', name: 'Vietnamese' },
];

/** The English name of a language; its tag when it is not a common one. */
export function languageName(tag: string): string {
  return commonLanguages.find((language) => language.tag === tag)?.name ?? tag;
}

/** A language tag in its canonical form ("EN-gb" is "en-GB"); undefined for text that is no tag. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Whether a language is English, in any region. */
export function isEnglish(tag: string): boolean {
  return tag === 'en' || tag.startsWith('en-');
}
