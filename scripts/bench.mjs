// npm run bench -- [NAME ARGS…]: installs and builds what is missing, then runs bench/NAME.ts, by default the pages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { runChild } from './child.mjs';
import { build, install, nodeBinary, PrepareError, project, runScript } from './prepare.mjs';

await runScript(async () => {
  const [name = 'main', ...args] = process.argv.slice(2);
  if (!existsSync(join(project, 'bench', `${name}.ts`)))
    throw new PrepareError(`There is no file bench/${name}.ts.`, 2);
  await install({ development: true });
  await build();
  return await runChild(nodeBinary(), [`bench/${name}.ts`, ...args], { cwd: project });
}, 'Usage: npm run bench -- [NAME ARGS…] runs bench/NAME.ts, by default the pages.');
