// npm run sbom: prints the bill of materials of what runs in production, from the lock file. `npm sbom` ends with an error
// where packages for tests or for other platforms are not installed.
import { readFileSync } from 'node:fs';

import { billOfMaterials } from './bill-of-materials.mjs';
import { runScript, wrongArguments } from './prepare.mjs';

await runScript(async () => {
  if (process.argv.length > 2) throw wrongArguments;
  const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
  console.log(billOfMaterials(read('package.json'), read('package-lock.json')));
  return 0;
}, 'Usage: npm run sbom prints the bill of materials of what runs in production (CycloneDX).');
