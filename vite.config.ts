import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

import packageJson from './package.json' with { type: 'json' };

/** These pages are not hydrated (`app/http/hydration.ts`), so the browser needs none of their modules. */
const plainPagesOnServerOnly: Plugin = {
  name: 'plain-pages-on-server-only',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: {
      id: /\/app\/routes\/(?:public|admin\/auth)\/(?!layout|second-factor).*\?__react-router-build-client-route/,
    },
    handler: () => 'export {};',
  },
};

/** A module of the server in the browser's build came with something that a screen needs: that belongs in a file of its own. */
const noServerModules: Plugin = {
  name: 'no-server-modules',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    filter: { id: /^node:/ },
    handler(id, importer) {
      this.error(`${importer} is loaded by a screen and imports ${id}, which no browser has.`);
    },
  },
};

/** Tells the server the addresses of scripts of the browser's build, which is made first (`editor-scripts.ts`). */
let editorScripts: string[] = [];
const beginEditor: Plugin = {
  name: 'begin-editor',
  apply: 'build',
  buildStart() {
    if (this.environment.name !== 'client') return;
    this.emitFile({
      type: 'chunk',
      id: './app/routes/admin/posts/form/begin-editor.ts',
      name: 'begin-editor',
    });
  },
  generateBundle(_, bundle) {
    if (this.environment.name !== 'client') return;
    const files = new Set(Object.keys(bundle).filter((file) => bundle[file]?.name === 'begin-editor'));
    for (const file of files) {
      const script = bundle[file];
      if (script?.type === 'chunk') for (const imported of script.imports) files.add(imported);
    }
    editorScripts = [...files].map((file) => `/${file}`);
  },
  transform: {
    filter: { id: /\/form\/editor-scripts\.ts$/ },
    handler: () => `export const editorScripts = ${JSON.stringify(editorScripts)};`,
  },
};

export default defineConfig({
  plugins: [
    tailwindcss({ optimize: false }),
    reactRouter(),
    plainPagesOnServerOnly,
    noServerModules,
    beginEditor,
  ],
  build: {
    assetsInlineLimit: 0,
    // The table of other scripts (`domain/fields/slugify.ts`) is 547 kB; it is loaded for a slug that needs it.
    chunkSizeWarningLimit: 600,
    // On a busy machine every build is slow; that is no news at a start.
    rolldownOptions: { checks: { bundlerTimings: false } },
    // All have `light-dark()`: a minifier that aims lower rewrites it, and a dark band on a light page no longer works.
    target: packageJson.browserslist.map((browser) => browser.replace('ios_saf', 'ios').replace(' ', '')),
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Code that only loaders and actions use leaves a route with them, with the schemas and queries in its
          // modules.
          treeshake: { moduleSideEffects: [{ test: /\/(?:app|db|domain)\/.*\.tsx?$/, sideEffects: false }] },
          output: {
            // Chromium then compiles them in the background while they load, not function by function when they are called:
            // a tenth less work of the page's main thread until a new post can be written.
            postBanner: ({ name, moduleIds }) =>
              ['framework', 'admin', 'post'].includes(name) ||
              moduleIds.some((id) => id.includes('/prosemirror-'))
                ? '//# allFunctionsCalledOnLoad\n'
                : '',
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
                {
                  name: 'admin',
                  test: /\/app\/(?:http|ui)\/|\/app\/routes\/admin\/(?:[^/]+\.|actions|frame|hooks|images)|\/domain\/(?:accounts|actor|auth|permissions|public-addresses)|\/lucide-react\//,
                  minShareCount: 2,
                  priority: 1,
                },
                { name: 'list', test: /\/app\/routes\/admin\/list\//, minShareCount: 2 },
                { name: 'factors', test: /\/app\/routes\/admin\/(?:auth|factors)\//, minShareCount: 2 },
                // The editor begins without the framework, and the form of a post without the rest of what compares texts.
                {
                  name: 'html',
                  test: /\/domain\/(?:html\/(?:blocks|html-tree|read-html|visible-text)|core\/(?:is-key-of|keys-of)|fields\/parse-url)\.|vite\/preload-helper/,
                  minShareCount: 2,
                  priority: 2,
                },
                { name: 'site', test: /\/domain\/site\//, minShareCount: 2 },
                {
                  name: 'post',
                  test: /\/app\/routes\/admin\/(?:editing|posts)\/(?!differences\/|list\/|revisions)|\/(?:blocks|prose|editor)\.css/,
                  minShareCount: 2,
                },
                { name: 'post-list', test: /\/app\/routes\/admin\/posts\/list\//, minShareCount: 2 },
                {
                  name: 'comparison',
                  test: /\/node_modules\/diff\/|\/app\/routes\/admin\/(?:editing|posts)\/(?:differences\/|revisions)/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: './app/web.ts',
          // The server has these files already: one process, one domain.
          external: [/^#(?:domain|db)\//],
          // The server has at once the modules that the browser loads late.
          checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
        },
      },
    },
  },
});
