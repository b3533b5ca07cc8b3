import type { DatabaseClient } from '#db/client.ts';
import { type Brand, brandOf, createPublishedWords } from '#domain/site/published-words.ts';
import { defaultWords, type SiteWords } from '#domain/site/site-words.ts';
import type { Config } from './config.ts';

/** The settings that the owner may change in Site, as they are for one request, job or command. */
export type SiteSettings = Readonly<ReturnType<typeof siteSettings>>;

/** Takes the words of Site where no variable is set. Pure. */
export function siteSettings(words: SiteWords, { fixedWords }: Pick<Config, 'fixedWords'>) {
  const general = { ...words.general, ...fixedWords };
  return {
    /** An IANA name such as `America/Toronto`. */
    timeZone: general.timeZone,
    /** Where messages go, and what the site shows; null as long as it is that of the example. */
    contactEmail: general.email === defaultWords.general.email ? null : general.email,
    /** The address of the firm at the end of every email with a post; null: no post is emailed. */
    postalAddress: general.postalAddress || null,
    /** Why readers get such emails; null: no post is emailed. */
    newsletterReason: general.newsletterReason || null,
    isWeekly: general.isWeekly,
  };
}

/** The settings and the brand as Site has them now, for a command; days are those of its time zone from then on. */
export async function readSiteSettings(
  config: Pick<Config, 'fixedWords'>,
  client: Pick<DatabaseClient, 'db' | 'setTimeZone'>,
): Promise<{ settings: SiteSettings; brand: Brand }> {
  const words = createPublishedWords();
  await words.load(client.db);
  const settings = siteSettings(words.current(), config);
  client.setTimeZone(settings.timeZone);
  return { settings, brand: brandOf(words.current()) };
}
