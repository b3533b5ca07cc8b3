import type { DatabaseClient } from '#db/client.ts';
import { createPublishedWords } from '#domain/site/published-words.ts';
import { defaultWords, type SiteWords } from '#domain/site/site-words.ts';
import type { Config } from './config.ts';

/**
 * The settings, with the owner's words from Site where no variable is set. They are read at each use, so that what is
 * published in Site holds at once. What spreads the result keeps the words of that moment.
 */
export function withSiteSettings(config: Config, words: () => SiteWords): Config {
  const current = () => ({ ...words().general, ...config.fixedWords });
  return {
    ...config,
    get siteTimezone() {
      return current().timeZone;
    },
    get contactEmail() {
      const { email } = current();
      return email === defaultWords.general.email ? null : email;
    },
    get newsletter() {
      const { postalAddress, newsletterReason, isWeekly } = current();
      const written = { postalAddress: postalAddress || null, reason: newsletterReason || null };
      return { ...config.newsletter, ...written, isWeekly };
    },
  };
}

/** The same for a command, with what is in Site now; days are those of that time zone from then on. */
export async function readSiteSettings(
  config: Config,
  { client }: { client: DatabaseClient },
): Promise<Config> {
  const words = createPublishedWords();
  await words.load(client.db);
  const settings = withSiteSettings(config, words.current);
  client.setTimeZone(settings.siteTimezone);
  return settings;
}
