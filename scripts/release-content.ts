/** The folders that have files of a release. */
export const releaseFolders = [
  'adapters',
  'build',
  'db',
  'demonstration',
  'deploy',
  'docs',
  'domain',
  'scripts',
  'server',
];
export const rootFiles = [
  '.env.example',
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'package-lock.json',
  'package.json',
];
/** Files of these folders for development alone. `build/server` is part of `build/product`. */
const forDevelopment = [
  'build/.',
  'build/server/',
  'docs/images/',
  'scripts/bench.mjs',
  'scripts/keep-last-build.ts',
  'scripts/lighthouse.ts',
  'scripts/lint/',
  'scripts/prepare-browser.ts',
  'scripts/release',
  'scripts/write-release.ts',
  'scripts/screenshots.ts',
  'scripts/spam-start.ts',
  'scripts/test.mjs',
  'server/dev.ts',
];

/** True for a file that a server needs: no test, no source of pages, which are built, and no tool of development. Pure. */
export function inRelease(file: string): boolean {
  if (rootFiles.includes(file)) return true;
  if (/\.test\.tsx?$|\/testing\/|\/__snapshots__\//.test(file)) return false;
  return (
    releaseFolders.some((folder) => file.startsWith(`${folder}/`)) &&
    !forDevelopment.some((part) => file.startsWith(part))
  );
}

/** The packages of `all` that a text imports. Pure. */
export function importedPackages(texts: readonly string[], all: readonly string[]): Set<string> {
  const isImported = (name: string) => {
    const specifier = new RegExp(`(?:from|import\\(?) ?'${name}(?:/[^']*)?'`);
    return texts.some((text) => specifier.test(text));
  };
  return new Set(all.filter(isImported));
}

type Locked = {
  dependencies?: Record<string, string> | undefined;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

/** The lock file of a release: what `manifest` depends on, and what that depends on in turn. Pure. */
export function prunedLock<Lock extends { packages: Record<string, Locked> }>(
  lock: Lock,
  manifest: {
    name: string;
    version: string;
    dependencies: Record<string, string>;
    optionalDependencies?: unknown;
  },
): Lock {
  const { '': root = {}, ...packages } = lock.packages;
  const { devDependencies: _, ...ownRoot } = { devDependencies: undefined, ...root };
  const own = { ...ownRoot, dependencies: manifest.dependencies };
  const needed = new Set<string>();
  const visit = (from: string, entry: Locked) => {
    for (const name of Object.keys({
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.peerDependencies,
    })) {
      const path = placeOf(packages, from, name);
      if (path === null || needed.has(path)) continue;
      needed.add(path);
      visit(path, packages[path] ?? {});
    }
  };
  visit('', own);
  const kept = Object.entries(packages).filter(([path]) => needed.has(path));
  return { ...lock, packages: { '': own, ...Object.fromEntries(kept) } };
}

/** The place of a package as Node looks for it: beside the importer's own, then further up. */
function placeOf(packages: Record<string, Locked>, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return null;
  }
}
