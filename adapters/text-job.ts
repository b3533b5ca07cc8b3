import type { OpenExport } from '#domain/imports/export-steps.ts';

type Step = Exclude<keyof OpenExport, 'facts' | 'close'>;

/** A step on an export, with what it is given. */
export type ExportStep =
  | { step: 'facts'; given: [] }
  | { [Name in Step]: { step: Name; given: Parameters<OpenExport[Name]> } }[Step];

/** Jobs for the processes that read texts of others. They hold paths of files, or a text. */
export type TextJob = { kind: 'export'; path: string; name: string | undefined } & ExportStep;

/** `refused`: a message of the domain; `failed`: an error that nothing expected. */
export type TextJobResult = { value: unknown } | { refused: string } | { failed: string };
