import type { LogFields } from '#adapters/log.ts';

/** The fields that a logger was given, as an object. */
export function fieldsOf(fields: LogFields = {}): Readonly<Record<string, unknown>> {
  return typeof fields === 'string' ? JSON.parse(`{${fields}}`) : fields;
}
