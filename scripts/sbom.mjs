// npm run sbom: prints the bill of materials (CycloneDX) of what runs in production, from the lock file. `npm sbom` ends with
// an error where packages for tests or for other platforms are not installed.
import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const { name, version } = read('package.json');
const packages = Object.entries(read('package-lock.json').packages).filter(
  ([path, { dev }]) => path !== '' && !dev,
);

const components = packages.map(([path, locked]) => {
  const own = path.replace(/^.*node_modules\//, '');
  const purl = `pkg:npm/${own.replace('@', '%40')}@${locked.version}`;
  const [algorithm = '', digest = ''] = (locked.integrity ?? '').split('-');
  const content = Buffer.from(digest, 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': path,
    name: own,
    version: locked.version,
    purl,
    ...(content !== '' && { hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content }] }),
    ...(locked.license && { licenses: [{ license: { name: locked.license } }] }),
  };
});
const metadata = { component: { type: 'application', 'bom-ref': name, name, version } };
console.log(
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components }, null, 2),
);
