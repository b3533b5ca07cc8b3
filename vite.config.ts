import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss({ optimize: false }), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    // The table of characters of all scripts for slugs is 550 kB; it is loaded beside a form, never before it.
    chunkSizeWarningLimit: 600,
    // On a busy machine every build is slow; that is no news at a start.
    rolldownOptions: { checks: { bundlerTimings: false } },
    // The first browsers with `light-dark()`: a minifier that aims lower rewrites it, and a dark band on a light page
    // no longer works.
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
  },
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          input: './app/web.ts',
          // The server has these files already: one process, one domain.
          external: [/^#(?:domain|db)\//],
          // What the browser loads late, the server has at once.
          checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
        },
      },
    },
  },
});
