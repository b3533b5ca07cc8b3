// node scripts/start.mjs [FILE ARGS…]: installs and builds what is missing, and then becomes FILE, the product.
import { join } from 'node:path';

import { build, continueWith, install, project, runScript, wrongArguments } from './prepare.mjs';

const [file, ...args] = process.argv.slice(2);
await runScript(
  async () => {
    if (file?.startsWith('-')) throw wrongArguments;
    await install();
    // With arguments it only says that there are none.
    if (file !== 'server/dev.ts' && args.length === 0) await build();
    return file === undefined ? 0 : await continueWith(join(project, file), args);
  },
  file?.startsWith('-') ? 'Usage: npm run build installs and builds what is missing.' : undefined,
);
