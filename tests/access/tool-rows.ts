import { randomUUID } from 'node:crypto';

import { onePixel } from '#tests/image-files.ts';
import { staff } from './row.ts';
import type { Kind, World } from './world.ts';

/** The rights that are chosen for a token; those that its person lacks are left out of it. */
export const rights = {
  read: {},
  propose: { may_propose: true },
  'read-drafts': { may_read_drafts: true },
  'propose and read-drafts': { may_propose: true, may_read_drafts: true },
};
export type Rights = keyof typeof rights;

/** One call of a tool, and the rights with which it is answered. */
export type ToolRow = {
  tool: string;
  /** The subject, where the same tool has several rows. */
  about?: string;
  may: readonly Rights[];
  /** The roles whose tokens have these rights, where not all do. */
  only?: readonly Kind[];
  input: (world: World) => Promise<Record<string, unknown>>;
  /** The tables that it changes, beside the note that it was called. */
  writes?: readonly string[];
};

const all = Object.keys(rights) as Rights[]; // keys of the object itself
const proposing = all.filter((name) => 'may_propose' in rights[name]);
const seeingDrafts = all.filter((name) => 'may_read_drafts' in rights[name]);
const both = proposing.filter((name) => seeingDrafts.includes(name));

const proposal = { fields: { title: 'Proposed' }, reason: 'It is better.' };

/** The argument of a tool: an id. */
const publicText = async (world: World) => ({ id: (await world.published()).id });
const draft = async (world: World) => ({ id: (await world.draft()).id });
const ownDraft = async (world: World) => ({ id: (await world.ownDraft()).id });
const ofAnother = async (world: World) => ({ id: await world.proposal('other') });
const changed = (of: ToolRow['input']) => async (world: World) => ({
  ...(await of(world)),
  version: 1,
  ...proposal,
});

/** Every tool of `/mcp`; `access.test.ts` calls each with a token of every role and every right. */
export const toolRows: readonly ToolRow[] = [
  { tool: 'find_content', may: all, input: async () => ({}) },
  { tool: 'read_content', about: 'a public text', may: all, input: publicText },
  { tool: 'read_content', about: 'a draft', may: seeingDrafts, only: staff, input: draft },
  {
    tool: 'read_content',
    about: 'a draft of a contributor',
    may: seeingDrafts,
    only: staff,
    input: ownDraft,
  },
  {
    tool: 'read_content',
    about: 'a message',
    may: [],
    input: async (world) => ({ id: await world.message() }),
  },
  { tool: 'propose_new', may: proposing, input: async () => proposal, writes: ['proposals'] },
  {
    tool: 'propose_change',
    about: 'a public text',
    may: proposing,
    input: changed(publicText),
    writes: ['proposals'],
  },
  {
    tool: 'propose_change',
    about: 'a draft',
    may: both,
    only: staff,
    input: changed(draft),
    writes: ['proposals'],
  },
  { tool: 'withdraw_proposal', about: 'of another person', may: [], input: ofAnother },
  { tool: 'list_proposals', may: all, input: async () => ({}) },
  { tool: 'check_before_publishing', about: 'a public text', may: all, input: publicText },
  { tool: 'check_before_publishing', about: 'a draft', may: seeingDrafts, only: staff, input: draft },
  { tool: 'check_before_publishing', about: 'a proposal of another person', may: [], input: ofAnother },
  {
    tool: 'upload_image',
    may: proposing,
    input: async () => ({ name: `${randomUUID()}.png`, data: Buffer.from(onePixel).toString('base64') }),
    writes: ['images'],
  },
];
