// npm run release: builds anew, so that nothing of an earlier build is left, and writes the files of a release.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { runChild } from './child.mjs';
import { build, install, nodeBinary, PrepareError, project, runScript, wrongArguments } from './prepare.mjs';

const usage = `Usage:
  npm run release              writes anyforge-VERSION.tar.gz, its bill of materials and SHA256SUMS into the folder release
  npm run release -- FOLDER    writes them into another folder`;

await runScript(async () => {
  const [folder = join(project, 'release'), ...more] = process.argv.slice(2);
  if (folder.startsWith('-') || more.length > 0) throw wrongArguments;
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new PrepareError(`${folder} cannot be made (${error.code}).`, 2);
  }
  await install();
  rmSync(join(project, 'build'), { recursive: true, force: true });
  await build();
  return runChild(nodeBinary(), [join(project, 'scripts', 'write-release.ts'), folder], { cwd: project });
}, usage);
