import { productVersion } from '#domain/product-version.ts';

/** Answers a start with arguments: there are none beside `--help` and `--version`. */
export function answerArguments(): void {
  const given = process.argv.slice(2);
  const isKnown = given.includes('--version') || given.includes('--help');
  const usage =
    'Usage: npm start, or npm run dev with hot reload. Settings are environment variables or a .env file: .env.example lists them.';
  const answer = given.includes('--version') ? productVersion : usage;
  if (isKnown) process.stdout.write(`${answer}\n`);
  else process.stderr.write('A start has no arguments: settings are environment variables or a .env file.\n');
  process.exitCode = isKnown ? 0 : 2;
}
