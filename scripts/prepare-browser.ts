import { findBrowser } from '#tests/browser-binary.ts';

try {
  const { executablePath } = await findBrowser((line) => console.log(line));
  console.log(`Browser: ${executablePath}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
