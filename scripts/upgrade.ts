import { parseArgs } from 'node:util';

import { readConfig, readEnvironment } from '#server/config.ts';
import { findLayout, placeRelease } from '#server/upgrade/releases.ts';
import { takeBack, upgrade } from '#server/upgrade/upgrade.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run upgrade -- RELEASE      replaces the running release: by a folder, an archive (.tar.gz), or a tag of a git
                                  repository (URL#TAG); whatever fails, release and data are as before
  npm run upgrade -- --take-back  after an upgrade that was interrupted: goes back to what was there before
Options:
  --stop COMMAND, --start COMMAND  stop and start the product (systemctl stop anyforge, systemctl start anyforge)
  --prepared                       the release is installed and built already`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      stop: { type: 'string', default: 'systemctl stop anyforge' },
      start: { type: 'string', default: 'systemctl start anyforge' },
      prepared: { type: 'boolean', default: false },
      'take-back': { type: 'boolean', default: false },
    },
  });
  const [release, ...more] = positionals;
  if (more.length > 0 || (release === undefined) !== values['take-back']) throw new UsageError(usage);
  const config = readConfig(await readEnvironment());
  const layout = await findLayout(process.cwd());
  const { stop, start, prepared } = values;
  const options = { config, layout, stop, start, announce: console.log };
  if (release === undefined) {
    if (!(await takeBack(options))) console.log('No upgrade was interrupted.');
    return;
  }
  const folder = await placeRelease(layout, release, process.env['INIT_CWD'] ?? '.');
  await upgrade(folder, { ...options, isPrepared: prepared });
});
