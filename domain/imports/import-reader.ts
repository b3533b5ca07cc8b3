import type { ImportItem } from './import-item.ts';
import type { OwnExport } from './markdown/own-export.ts';
import type { SourceFile } from './import-source.ts';

/** What each kind of export is read with. */
export type ImportReader = {
  system: 'WordPress' | 'Ghost' | 'Markdown';
  /** The address of the old site; '' where the export does not say it. */
  site: string;
  /** What an export of this product has beside its texts. */
  own?: OwnExport | null;
  /** Every text, one after the other; each call reads the source again. */
  items: () => AsyncIterable<ImportItem>;
  /** A file of the export, by the address that a text names it with. */
  fileOf: (address: string, item: ImportItem) => SourceFile | null;
};
