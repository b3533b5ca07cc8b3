/**
 * The bill of materials (CycloneDX 1.6) of the packages of a lock file that run in production.
 *
 * @param {{ name: string, version: string }} product as in package.json
 * @param {{ packages: Record<string, { version?: string, integrity?: string, license?: string, dev?: boolean }> }} lock
 * @returns {string} JSON
 */
export function billOfMaterials({ name, version }, lock) {
  const packages = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
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
  return JSON.stringify(
    { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components },
    null,
    2,
  );
}
