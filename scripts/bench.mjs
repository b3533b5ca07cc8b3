// npm run bench: installs and builds what is missing, then measures.
import { runChild } from './child.mjs';
import { build, install, nodeBinary, project, runScript } from './prepare.mjs';

await runScript(async () => {
  await install({ development: true });
  await build();
  return await runChild(nodeBinary(), ['bench/main.ts', ...process.argv.slice(2)], { cwd: project });
});
