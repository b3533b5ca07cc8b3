// node scripts/run.mjs FILE ARGS…: installs what is missing and runs a file with the project's Node.
import { runChild } from './child.mjs';
import { install, nodeBinary, PrepareError, project, runScript } from './prepare.mjs';

await runScript(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (file === undefined) throw new PrepareError('Usage: node scripts/run.mjs FILE ARGS…');
  await install();
  return await runChild(nodeBinary(), [file, ...args], { cwd: project });
});
