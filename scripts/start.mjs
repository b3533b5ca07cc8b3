// npm start, or npm run dev with --dev: installs and builds what is missing, and runs the product.
import { join } from 'node:path';

import { runChild } from './child.mjs';
import { build, install, nodeBinary, project, runScript } from './prepare.mjs';

await runScript(async () => {
  const isDevelopment = process.argv.includes('--dev');
  await install();
  if (!isDevelopment) await build();
  const main = join(project, 'server', isDevelopment ? 'dev.ts' : 'main.ts');
  return await runChild(nodeBinary(), [main], {
    cwd: project,
    server: true,
    env: { NODE_ENV: isDevelopment ? 'development' : 'production', ...process.env },
  });
});
