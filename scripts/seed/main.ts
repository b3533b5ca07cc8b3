import { createArchiveWriter } from '#adapters/zip-writer.ts';
import { createImageProcessor } from '#adapters/image-processor.ts';
import { noEmail } from '#domain/email/mailer.ts';
import { createPasswords } from '#adapters/passwords.ts';
import { newsletterSettings } from '#server/email/bulk-mailer.ts';
import { noEmailCheck } from '#domain/email/email-check.ts';
import { readConfig, readEnvironment } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database.ts';
import { createImageStore } from '#server/images/image-store.ts';
import { runCommand } from '../command.ts';
import { readSeedOptions } from './options.ts';
import { seedDemonstration } from './seed.ts';

await runCommand(main);

async function main(): Promise<void> {
  const wanted = readSeedOptions(process.argv.slice(2));
  const config = readConfig(await readEnvironment());
  const database = await openConfiguredDatabase(config, { announce, share: true });
  const processor = createImageProcessor();
  try {
    const started = performance.now();
    const context = {
      db: database.client.db,
      clientAddress: null,
      requestId: null,
      reportSecurity: () => {},
      now: () => new Date(),
      timeZone: config.siteTimezone,
      rateLimits: false,
      signInWays: { passwords: true, singleSignOn: false, signUp: false },
      emailConfirmation: false,
      mail: noEmail,
      newsletter: newsletterSettings(config, config.siteUrl.origin),
      emailToken: () => '',
      session: null,
      deriveKey: () => Buffer.alloc(32),
      fetchText: async () => '',
      deliversMessages: false,
      emailCheck: noEmailCheck,
      diskSpace: async () => null,
      writeArchive: createArchiveWriter({ read: async () => null }),
      outboxFilled: () => {},
      origin: config.siteUrl.origin,
      // A running product notices the change in the database.
      contentChanged: () => {},
      imagesDropped: async () => {},
    };
    const images = { store: createImageStore(config), processor };
    await seedDemonstration(context, { ...createPasswords(), images }, wanted, announce);
    announce(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  } finally {
    await processor.close();
    await database.stop();
  }
}

function announce(line: string): void {
  console.log(line);
}
