import type { getImport } from '#domain/imports/uploaded-imports.ts';

/** An import as its screen shows it. */
export type ShownImport = Awaited<ReturnType<typeof getImport>>;

export const stateNames: Record<ShownImport['state'], string> = {
  checking: 'Checking',
  checked: 'Checked, not imported',
  importing: 'Importing',
  imported: 'Imported',
  failed: 'Failed',
  'cut off': 'Interrupted',
};
