import { pathToFileURL } from 'node:url';

/**
 * Runs commands one after another, in one process that loads once what they share, and prints how each has ended. The
 * argument is a JSON list; each command in it is the list of its file and its arguments.
 */
const commands = JSON.parse(process.argv[2] ?? '[]') as string[][];
const print = process.stdout.write.bind(process.stdout);
const ends: { code: unknown; output: string }[] = [];
let output = '';
const note = (text: string | Uint8Array) => {
  output += String(text);
  return true;
};
Object.assign(process.stdout, { write: note });
Object.assign(process.stderr, { write: note });

for (const [file = '', ...args] of commands) {
  output = '';
  process.exitCode = 0;
  process.argv.splice(1, Infinity, file, ...args);
  await import(`${pathToFileURL(file).href}?${ends.length}`);
  ends.push({ code: process.exitCode, output });
}
process.exitCode = 0;
print(JSON.stringify(ends));
