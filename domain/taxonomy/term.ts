export type { TermKind } from '#db/queries/managed-terms.ts';
