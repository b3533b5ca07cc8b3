import { createImageProcessor } from '#adapters/image-processor.ts';
import { createPasswords } from '#adapters/passwords.ts';
import { readConfig } from '#server/settings/config.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { openConfiguredDatabase } from '#server/database/database.ts';
import { createImageStore } from '#server/images/image-store.ts';
import { commandContext } from '../command-context.ts';
import { runCommand } from '../command.ts';
import { readSeedOptions, seedUsage } from './options.ts';
import { seedDemonstration } from './seed.ts';

await runCommand(seedUsage, main);

async function main(): Promise<void> {
  const wanted = readSeedOptions(process.argv.slice(2));
  const config = readConfig(await readEnvironment());
  const database = await openConfiguredDatabase(config, { announce, share: true });
  const processor = createImageProcessor();
  try {
    const started = performance.now();
    const context = await commandContext(config, database);
    const services = { ...createPasswords(), store: createImageStore(config), processor };
    await seedDemonstration(context, services, wanted, announce);
    announce(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  } finally {
    await processor.close();
    await database.stop();
  }
}

function announce(line: string): void {
  console.log(line);
}
