// node scripts/run.mjs [--dev] FILE ARGS…: installs what is missing, with --dev also the packages for tests, and runs a file
// with the project's Node.
import { runChild } from './child.mjs';
import { install, nodeBinary, PrepareError, project, runScript } from './prepare.mjs';

/** A command stands beside the product: it gives back young objects early, as the product does (`npm start`). */
const sparing = ['--max-semi-space-size=8', '--heap-growing-percent=25'];

await runScript(async () => {
  const given = process.argv.slice(2);
  const development = given[0] === '--dev';
  const [file, ...args] = development ? given.slice(1) : given;
  if (file === undefined) throw new PrepareError('Usage: node scripts/run.mjs [--dev] FILE ARGS…');
  await install({ development });
  const env = { ...process.env, MALLOC_ARENA_MAX: '2' };
  return await runChild(nodeBinary(), [...sparing, file, ...args], { cwd: project, env });
});
