import type { ImportItem } from './import-item.ts';
import type { OwnExport } from './markdown/own-export.ts';
import type { PlacedRedirect } from './redirects/read-redirect-files.ts';
import type { SourceFile } from './import-source.ts';

/** One text of a source that is not read yet. */
export type ImportEntry = {
  /** Where it stands in the source, for people. */
  place: string;
  read: () => ImportItem | Promise<ImportItem>;
};

export type ImportReader = {
  system: 'WordPress' | 'Ghost' | 'Markdown' | 'Redirects';
  /** The address of the old site; '' where the export does not say it. */
  site: string;
  /** Whose clocks its dates show where they name no zone; undefined: those of this site. */
  timeZone?: string | undefined;
  own?: OwnExport | null;
  redirects?: readonly PlacedRedirect[];
  texts: readonly SourceFile[];
  /** Every text, one after the other; each call reads the source again. */
  items: () => AsyncIterable<ImportEntry>;
  /** A file of the export, by the address that a text names it with. */
  fileOf: (address: string, item: ImportItem) => SourceFile | null;
};
