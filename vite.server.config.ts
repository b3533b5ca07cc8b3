import { relative } from 'node:path';

import { defineConfig, type Plugin } from 'vite';

import { keepLastBuild } from './scripts/keep-last-build.ts';

const project = import.meta.dirname;
const folder = `${project}/build/product`;

/** The program of a worker process, and every other place that a module knows from its own. */
const places = /new URL\("(\w+-worker)\.ts", import\.meta\.url\)|import\.meta\.url/g;

/** A module that looks for files beside itself finds them from the bundle too; worker processes run bundles of their own. */
const ownAddress: Plugin = {
  name: 'own-address',
  transform(code, id) {
    if (id.includes('/node_modules/') || !id.startsWith(project)) return undefined;
    const address = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
    const replaced = code.replaceAll(places, (_, worker?: string) =>
      worker ? `new URL("./${worker}.js", import.meta.url)` : address,
    );
    return { code: replaced, map: null };
  },
};

const lastBuild: Plugin = {
  name: 'last-build',
  writeBundle: (_, bundle) => keepLastBuild(folder, Object.keys(bundle)),
};

/**
 * The process with its packages and the built web as a few files, because loading 750 takes most of a start. It
 * runs after `react-router build`, whose output it reads: see docs/decisions/0001-one-process.md.
 */
export default defineConfig({
  plugins: [ownAddress, lastBuild],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, external: ['sharp'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: folder,
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: './server/production.ts',
        'image-worker': './adapters/image-worker.ts',
        'text-worker': './adapters/text-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        charset: 'ascii',
        comments: false,
        // The project has them.
        sourcemapExcludeSources: true,
      },
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false, moduleLevelDirective: false },
    },
  },
});
