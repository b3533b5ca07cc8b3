import { csvFile } from '#app/http/download.ts';
import { getImportReport } from '#domain/imports/uploaded-imports.ts';
import { fileLoader } from '../actions/screen-loader.ts';

/** The expected or actual outcome for each text of an import, as a file. */
export const loader = fileLoader(
  'Failed to load the report.',
  async (domain, { params: { id } }: { params: { id: string } }) =>
    csvFile('import.csv', await getImportReport(domain, id)),
);
