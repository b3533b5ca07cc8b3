// npm run bench -- [NAME ARGS…]: installs and builds what is missing, then runs bench/NAME.ts, by default the pages.
import { runChild } from './child.mjs';
import { build, install, nodeBinary, project, runScript } from './prepare.mjs';

await runScript(async () => {
  await install({ development: true });
  await build();
  const [name = 'main', ...args] = process.argv.slice(2);
  return await runChild(nodeBinary(), [`bench/${name}.ts`, ...args], { cwd: project });
}, 'Usage: npm run bench -- [NAME ARGS…] runs bench/NAME.ts, by default the pages.');
