import { permissions } from '#domain/core/permissions.ts';
import { newPost } from '#tests/factories.ts';
import { kinds, type Kind, type World } from './world.ts';

/** One thing that can be done, and who may do it. */
export type Row = {
  /** The action, in words. */
  what: string;
  /** The file in app/routes.ts, or of the server for what it answers by itself. */
  route: string;
  may: readonly Kind[];
  /** A form that is sent; without it the address is read. */
  send?: (world: World, who: Kind, place: string) => Promise<Fields> | Fields;
  /** The intent of the form, where an address takes several forms: its field `intent`. */
  intent?: string;
  /** The address; `{}` stands for what `at` makes. */
  path: string;
  at?: (world: World) => Promise<string>;
  /** Words that only those who may see it find in the answer. */
  shows?: string;
  /** The address that a missing text leads to, and so one that may not be read. */
  missing?: string;
  /** Who may read the screen, which a refusal shows again. */
  readers?: readonly Kind[];
  /** The message for an editor, where others are refused for another reason. */
  tellsEditors?: string;
  /** Whom it is about, where another row is about the rest. */
  only?: readonly Kind[];
  /** It ends or replaces the session that sends it: sent by a person whom no other row needs. */
  fresh?: true;
  /** The tables that even what changes nothing writes to: who took what out of the house, what was left out of the figures. */
  writesDown?: readonly string[];
  /** It acts upon something of the person who asks. */
  isOwn?: true;
  /** Tables that even a refusal writes to. */
  leaves?: readonly string[];
  /** For those who may, and still nothing is stored. */
  changesNothing?: true;
  /** Sent as JSON. */
  isJson?: true;
  /** Sent as the whole body. */
  file?: Uint8Array<ArrayBuffer>;
};

export type Fields = Record<string, string | readonly string[]>;

export const everybody = kinds;
/** Everybody with a role. */
export const writers = permissions['write-drafts'].roles;
export const staff = permissions['edit-content'].roles;
export const managers = permissions['manage-admins'].roles;
export const inboxReaders = permissions['manage-inbox'].roles;
export const siteEditors = permissions['manage-site'].roles;
export const redirectManagers = permissions['manage-redirects'].roles;
export const webhookManagers = permissions['manage-webhooks'].roles;
export const importers = permissions['import-content'].roles;
export const activityReaders = permissions['view-activity'].roles;
export const owners = permissions['manage-super-admins'].roles;
export const noOne = [] as const;

export function read(route: string, path: string, may: readonly Kind[], more: Partial<Row> = {}): Row {
  return { what: `read ${path}`, route: `routes/${route}`, path, may, ...more };
}

/** Sends a form; one without fields unless `more` says what is in it. */
export function act(
  what: string,
  route: string,
  path: string,
  may: readonly Kind[],
  more: Partial<Row> = {},
): Row {
  return { what, route: `routes/${route}`, path, may, send: () => ({}), ...more };
}

/** The requests at one address; `shared` holds for each of its rows. */
export function screen(route: string, path: string, shared: Partial<Row> = {}) {
  return {
    read: (may: Row['may'], more: Partial<Row> = {}) => read(route, path, may, { ...shared, ...more }),
    act: (what: string, may: Row['may'], more: Partial<Row> = {}) =>
      act(what, route, path, may, { ...shared, ...more }),
  };
}

type Make<Thing> = (world: World) => Promise<Thing>;

export const idOf = (make: Make<{ id: string }>) => async (world: World) => (await make(world)).id;
export const slugOf = (make: Make<{ slug: string }>) => async (world: World) => (await make(world)).slug;

/** The fields that the form of a post sends. */
export function postForm(overrides: Record<string, string> = {}): Fields {
  const { tagIds: _none, ...fields } = { ...newPost(), ...overrides };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
