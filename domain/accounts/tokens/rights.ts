import { can, type Role } from '#domain/core/permissions.ts';

/** The rights of a token beside reading public content. */
export type TokenRights = { propose: boolean; readDrafts: boolean };

/** Returns the chosen rights that a person has: only who edits every text reads the drafts of others. */
export function rightsOf(person: { role: Role }, { propose, readDrafts }: TokenRights): TokenRights {
  return { propose, readDrafts: readDrafts && can(person, 'edit-content') };
}

/** `Read, Propose` */
export function rightsInWords({ propose, readDrafts }: TokenRights): string {
  return ['Read', propose && 'Propose', readDrafts && 'Read drafts'].filter(Boolean).join(', ');
}
