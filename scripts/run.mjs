// node scripts/run.mjs [--dev] FILE ARGS…: installs what is missing, with --dev also the packages for tests, and runs a file
// with the project's Node.
import { runChild } from './child.mjs';
import { install, nodeBinary, PrepareError, project, runScript } from './prepare.mjs';

await runScript(async () => {
  const given = process.argv.slice(2);
  const development = given[0] === '--dev';
  const [file, ...args] = development ? given.slice(1) : given;
  if (file === undefined) throw new PrepareError('Usage: node scripts/run.mjs [--dev] FILE ARGS…');
  await install({ development });
  return await runChild(nodeBinary(), [file, ...args], { cwd: project });
});
