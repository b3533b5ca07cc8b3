import { parse } from 'yaml';

/** The value of a YAML or JSON text, in time proportional to its length. @throws for another text */
export function parseYaml(text: string): unknown {
  // Keys that are looked for in all others would take the square of their number.
  return parse(text, {
    schema: 'core',
    prettyErrors: false,
    maxAliasCount: 0,
    uniqueKeys: false,
    logLevel: 'error',
  });
}
