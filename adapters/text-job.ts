import type { OpenExport } from '#domain/imports/export-steps.ts';
import type { TextJob } from '#domain/text-work/text-work.ts';

type Step = Exclude<keyof OpenExport, 'facts' | 'close'>;

export type ExportStep =
  | { step: 'facts'; given: [] }
  | { [Name in Step]: { step: Name; given: Parameters<OpenExport[Name]> } }[Step];

export type ExportJob = { kind: 'export'; path: string; name: string | undefined } & ExportStep;

export type BoxJob = ExportJob | TextJob;

/** `refused`: a message of the domain; `failed`: an error that nothing expected. */
export type BoxJobResult = { value: unknown } | { refused: string } | { failed: string };
