/** Written out: to load what `Intl` knows of languages would take every form of a post milliseconds. */
const common =
  'ar Arabic, bg Bulgarian, ca Catalan, zh Chinese, hr Croatian, cs Czech, da Danish, nl Dutch, en English, ' +
  'fi Finnish, fr French, de German, el Greek, he Hebrew, hi Hindi, hu Hungarian, id Indonesian, it Italian, ' +
  'ja Japanese, ko Korean, no Norwegian, fa Persian, pl Polish, pt Portuguese, ro Romanian, ru Russian, ' +
  'sk Slovak, es Spanish, sv Swedish, th Thai, tr Turkish, uk Ukrainian, vi Vietnamese';

/** Languages that the form of a post offers: BCP 47 tags with their English names, by name. */
export const commonLanguages: readonly { tag: string; name: string }[] = common
  .split(', ')
  .map((one) => ({ tag: one.slice(0, 2), name: one.slice(3) }));

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

/** True if a language is English, in any region. */
export function isEnglish(tag: string): boolean {
  return tag === 'en' || tag.startsWith('en-');
}
