import type { AgentBody } from '#domain/agents/agent-body.ts';
import type { OpenExport } from '#domain/imports/export-steps.ts';

type Step = Exclude<keyof OpenExport, 'facts' | 'close'>;

/** A step on an export, with what it is given. */
export type ExportStep =
  | { step: 'facts'; given: [] }
  | { [Name in Step]: { step: Name; given: Parameters<OpenExport[Name]> } }[Step];

/** A job on an export, by its path. */
export type ExportJob = { kind: 'export'; path: string; name: string | undefined } & ExportStep;

/** Jobs for the processes that read texts of others. */
export type TextJob = ExportJob | ({ kind: 'body' } & AgentBody);

/** `refused`: a message of the domain; `failed`: an error that nothing expected. */
export type TextJobResult = { value: unknown } | { refused: string } | { failed: string };
