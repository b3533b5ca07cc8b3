import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The compiled code of all modules that are imported from here on is kept for the next start, which takes half the time.
// Where the folder cannot be written, or NODE_COMPILE_CACHE names another one, this does nothing.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/anyforge-compiled', import.meta.url)));
if (process.argv.length > 2) {
  const { answerArguments } = await import('./start-arguments.ts');
  answerArguments();
} else {
  const { runBuiltProduct } = await import('#product/main.js');
  await runBuiltProduct();
  // After what a start needs has been compiled.
  setTimeout(flushCompileCache, 5_000).unref();
}
