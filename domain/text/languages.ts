const names = new Intl.DisplayNames('en', { type: 'language' });

/** Languages that the form of a post offers: BCP 47 tags with their English names, by name. */
export const commonLanguages: readonly { tag: string; name: string }[] =
  'ar bg ca zh hr cs da nl en fi fr de el he hi hu id it ja ko no fa pl pt ro ru sk es sv th tr uk vi'
    .split(' ')
    .map((tag) => ({ tag, name: names.of(tag) ?? tag }));

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
