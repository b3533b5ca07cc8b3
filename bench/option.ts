/** The number behind `--name` of the command line; ends the process where it is none. */
export function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  if (at === -1) return otherwise;
  const given = Number(process.argv[at + 1]);
  if (given >= 0) return given;
  console.error(`--${name} must be followed by a number.`);
  process.exit(2);
}
