export type UnknownRecord = Readonly<Record<string, unknown>>;

/** The value as a record; an empty one where it is none. */
export function recordOf(value: unknown): UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
