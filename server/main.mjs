import { readFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The compiled code of all modules that are imported from here on is kept for the next start, which takes half the time.
// Where the folder cannot be written, or NODE_COMPILE_CACHE names another one, this does nothing.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/anyforge-compiled', import.meta.url)));
if (process.argv.includes('--version')) {
  const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${name} ${version}\n`);
} else if (process.argv.includes('--help')) {
  process.stdout.write(
    'Usage: npm start. Settings are environment variables or a .env file: .env.example lists them.\n',
  );
} else {
  const { runBuiltProduct } = await import('#product/main.js');
  await runBuiltProduct();
  // After what a start needs has been compiled.
  setTimeout(flushCompileCache, 5_000).unref();
}
