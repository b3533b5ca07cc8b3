import { randomUUID } from 'node:crypto';

import { newPost } from '#tests/factories.ts';
import { imageFolders } from '#domain/images/image.ts';
import { onePixel } from '#tests/pictures.ts';
import { kinds, secret, type Kind, type World } from './world.ts';

/**
 * Who may do what: every route of app/routes.ts and every action, each for every kind of person. `access.test.ts` makes
 * a test of each cell, and fails for a route that has no row here. A new route or action gets its rows in the same change.
 */
export type Row = {
  /** What is done, in words. */
  what: string;
  /** The file in app/routes.ts, or of the server for what it answers by itself. */
  route: string;
  may: readonly Kind[];
  /** A form that is sent; without it the address is read. */
  send?: (world: World, who: Kind, place: string) => Promise<Fields> | Fields;
  /** The address; `{}` stands for what `at` makes. */
  path: string;
  at?: (world: World) => Promise<string>;
  /** Words that only those who may see it find in the answer. */
  shows?: string;
  /** Whom it is about, where another row is about the rest. */
  only?: readonly Kind[];
  /** It ends the session of whoever does it, or starts another: done by somebody whom no other row needs. */
  fresh?: true;
  /** The tables that even an allowed reading writes to: who took what out of the house. */
  writesDown?: readonly string[];
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

const everybody = kinds;
const staff = ['editor', 'admin', 'super_admin'] as const;
const managers = ['admin', 'super_admin'] as const;
const owners = ['super_admin'] as const;
const nobody = [] as const;

function read(route: string, path: string, may: readonly Kind[], more: Partial<Row> = {}): Row {
  return { what: `read ${path}`, route: `routes/${route}`, path, may, ...more };
}

function act(what: string, route: string, path: string, may: readonly Kind[], more: Partial<Row>): Row {
  return { what, route: `routes/${route}`, path, may, ...more };
}

const idOf = (make: (world: World) => Promise<{ id: string }>) => async (world: World) =>
  (await make(world)).id;
const slugOf = (make: (world: World) => Promise<{ slug: string }>) => async (world: World) =>
  (await make(world)).slug;
const draft = idOf((world) => world.draft());

function postForm(overrides: Record<string, string> = {}): Fields {
  const entries = Object.entries({ ...newPost(), ...overrides }).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return Object.fromEntries(entries.filter(([name]) => name !== 'tagIds'));
}

export const matrix: readonly Row[] = [
  read('public/home.tsx', '/', everybody),
  read('public/about.tsx', '/about', everybody),
  read('public/blog.tsx', '/blog', everybody),
  read('public/blog-category.tsx', '/blog/category/{}', everybody, {
    at: async (world) => {
      const { id, slug } = await world.category();
      await world.published({ categoryId: id });
      return slug;
    },
  }),
  read('public/blog-tag.tsx', '/blog/tag/{}', everybody, {
    at: async (world) => {
      const { id, slug } = await world.tag();
      await world.published({ tagIds: [id] });
      return slug;
    },
  }),
  read('public/blog-post.tsx', '/blog/{}', everybody, { at: slugOf((world) => world.published()) }),
  read('public/blog-post.tsx', '/blog/{}', nobody, {
    what: 'read a draft as a visitor',
    at: slugOf((world) => world.draft()),
  }),
  read('public/shared-post.tsx', '/preview/{}', everybody, { at: (world) => world.shared() }),
  read('public/shared-post.tsx', '/preview/made-up', nobody),
  read('public/search.tsx', '/search', everybody),
  read('public/contact.tsx', '/contact', everybody),
  act('send a message', 'public/contact.tsx', '/contact', everybody, {
    // The same message a second time is the first one.
    send: () => ({ name: 'A', email: 'a@firm.test', subject: 'S', message: randomUUID() }),
  }),
  read('public/jv-program.tsx', '/jv-program', everybody),
  act('apply to the JV program', 'public/jv-program.tsx', '/jv-program', everybody, {
    send: () => ({
      name: 'A',
      email: 'a@firm.test',
      phone: '',
      industry: 'I',
      businessStage: 'idea',
      fundingToDate: '',
      problemDescription: randomUUID(),
    }),
  }),
  read('public/newsletter.tsx', '/newsletter', everybody),
  act('sign up for letters', 'public/newsletter.tsx', '/newsletter', everybody, {
    send: () => ({ email: `${randomUUID()}@firm.test` }),
  }),
  read('public/newsletter-confirm.tsx', '/newsletter/confirm?token=x', everybody),
  act('confirm by a made-up link', 'public/newsletter-confirm.tsx', '/newsletter/confirm', nobody, {
    send: () => ({ token: 'x' }),
  }),
  read('public/newsletter-unsubscribe.tsx', '/newsletter/unsubscribe?token=x', everybody),
  act(
    'end letters by a made-up link',
    'public/newsletter-unsubscribe.tsx',
    '/newsletter/unsubscribe',
    nobody,
    {
      send: () => ({ token: 'x' }),
    },
  ),
  read('public/privacy.tsx', '/privacy', everybody),
  read('public/terms.tsx', '/terms', everybody),
  read('public/cookies.tsx', '/cookies', everybody),
  read('public/not-found.tsx', '/no-such-page', nobody),
  read('public/feed.ts', '/rss.xml', everybody),
  read('public/sitemap.ts', '/sitemap.xml', everybody),
  read('public/sitemap-part.ts', '/sitemaps/999.xml', nobody),
  read('public/social-card.ts', '/social/no-such-post-0000000000.png', nobody),
  read('public/robots.ts', '/robots.txt', everybody),

  read('admin/login.tsx', '/admin/login', everybody),
  act('sign in with a wrong password', 'admin/login.tsx', '/admin/login', nobody, {
    send: () => ({ email: 'nobody@firm.test', password: 'not the password' }),
    only: ['anonymous', 'stranger', 'removed'],
    leaves: ['activity'],
  }),
  read('admin/logout.ts', '/admin/logout', everybody),
  act('sign out', 'admin/logout.ts', '/admin/logout', everybody, {
    only: kinds.filter((kind) => kind !== 'anonymous'),
    fresh: true,
    send: () => ({}),
  }),
  act('sign out without a session', 'admin/logout.ts', '/admin/logout', everybody, {
    only: ['anonymous'],
    send: () => ({}),
    changesNothing: true,
  }),
  read('admin/setup.tsx', '/admin/setup?token={}', nobody, { at: (world) => world.setupToken() }),
  act('set up a second first admin', 'admin/setup.tsx', '/admin/setup?token={}', nobody, {
    at: (world) => world.setupToken(),
    send: () => ({ email: `${randomUUID()}@firm.test`, displayName: 'A', password: 'correct horse battery' }),
  }),
  read('admin/forgot-password.tsx', '/admin/forgot-password', everybody),
  act('ask for a new password', 'admin/forgot-password.tsx', '/admin/forgot-password', everybody, {
    send: () => ({ email: `${randomUUID()}@firm.test` }),
  }),
  read('admin/reset-password.tsx', '/admin/reset-password?token={}', everybody, {
    at: (world) => world.accountLink('password-reset'),
  }),
  act(
    'set a new password with the link',
    'admin/reset-password.tsx',
    '/admin/reset-password?token={}',
    everybody,
    {
      fresh: true,
      at: (world) => world.accountLink('password-reset'),
      send: () => ({ password: 'a brand new one' }),
    },
  ),
  act(
    'set a new password with a made-up link',
    'admin/reset-password.tsx',
    '/admin/reset-password?token=x',
    nobody,
    {
      send: () => ({ password: 'a brand new one' }),
    },
  ),
  read('admin/confirm.tsx', '/admin/confirm?token={}', everybody, {
    at: (world) => world.accountLink('email-confirmation'),
  }),
  act('confirm an address with the link', 'admin/confirm.tsx', '/admin/confirm?token={}', everybody, {
    at: (world) => world.accountLink('email-confirmation'),
    send: () => ({}),
  }),
  act('confirm with a link for something else', 'admin/confirm.tsx', '/admin/confirm?token={}', nobody, {
    at: (world) => world.accountLink('password-reset'),
    send: () => ({}),
  }),
  read('admin/invitation.tsx', '/admin/invitation?token={}', everybody, {
    at: async (world) => (await world.invitation()).token,
  }),
  act('accept an invitation', 'admin/invitation.tsx', '/admin/invitation?token={}', everybody, {
    fresh: true,
    at: async (world) => (await world.invitation()).token,
    send: () => ({ displayName: 'A', password: 'a brand new one' }),
  }),
  act('accept with a made-up link', 'admin/invitation.tsx', '/admin/invitation?token=x', nobody, {
    send: () => ({ displayName: 'A', password: 'a brand new one' }),
  }),

  read('admin/dashboard.tsx', '/admin', staff),
  read('admin/analytics/analytics.tsx', '/admin/analytics', staff),
  read('admin/analytics/post.tsx', '/admin/analytics/posts/{}', staff, { at: draft, shows: secret }),
  read('admin/analytics/export.ts', '/admin/analytics/export/posts', staff),
  read('admin/posts/list.tsx', '/admin/posts', staff, { at: draft, shows: secret }),
  act('publish a post', 'admin/posts/list.tsx', '/admin/posts', staff, {
    send: async (world) => ({ intent: 'set-published', published: 'true', id: await draft(world) }),
  }),
  act('delete a post', 'admin/posts/list.tsx', '/admin/posts', staff, {
    send: async (world) => ({ intent: 'delete', id: await draft(world) }),
  }),
  act('file a post under a category', 'admin/posts/list.tsx', '/admin/posts', staff, {
    send: async (world) => ({
      intent: 'set-category',
      id: await draft(world),
      categoryId: (await world.category()).id,
    }),
  }),
  act('duplicate a post', 'admin/posts/list.tsx', '/admin/posts', staff, {
    send: async (world) => ({ intent: 'duplicate', id: await draft(world), creationKey: randomUUID() }),
  }),
  read('admin/posts/list-choices.ts', '/admin/posts/choices', staff),
  read('admin/posts/new.tsx', '/admin/posts/new', staff),
  act('create a post', 'admin/posts/new.tsx', '/admin/posts/new', staff, { send: () => postForm() }),
  read('admin/posts/edit.tsx', '/admin/posts/edit/{}', staff, { at: draft, shows: secret }),
  act('save a post', 'admin/posts/edit.tsx', '/admin/posts/edit/{}', staff, {
    at: draft,
    send: () => postForm({ version: '1', draftVersion: '0', title: 'Saved' }),
  }),
  read('admin/posts/preview.tsx', '/admin/posts/preview/{}', staff, { at: draft, shows: secret }),
  act('share a draft by a link', 'admin/posts/preview.tsx', '/admin/posts/preview/{}', staff, {
    at: draft,
    send: () => ({ intent: 'share' }),
  }),
  read('public/post-as-visitor.tsx', '/admin/posts/preview/{}/visitor', staff, { at: draft, shows: secret }),
  read('public/draft-card.ts', '/admin/posts/card?title=Hello&slug=hello', staff),
  act('make a tag beside a post', 'admin/posts/make-term.ts', '/admin/posts/terms', staff, {
    send: () => ({ kind: 'tag', name: randomUUID() }),
  }),
  read('admin/posts/revisions.tsx', '/admin/posts/edit/{}/revisions', staff, { at: draft, shows: secret }),
  act('go back to a revision', 'admin/posts/revisions.tsx', '/admin/posts/edit/{}/revisions', staff, {
    at: (world) => world.revised(),
    send: async (world, _who, id) => ({
      revision: await world.revisionOf(id),
      part: 'title',
      version: '2',
      draftVersion: '0',
    }),
  }),
  read('admin/media/library.tsx', '/admin/media', staff),
  act('delete a picture', 'admin/media/library.tsx', '/admin/media', staff, {
    send: async (world) => ({ intent: 'delete', id: await world.picture() }),
  }),
  act('show another picture in place of one', 'admin/media/library.tsx', '/admin/media', staff, {
    send: async (world) => ({ intent: 'replace', id: await world.picture(), by: await world.picture() }),
  }),
  ...pictureRows(),
  read('admin/media/picture.ts', '/admin/media/picture', staff),
  act('describe a picture', 'admin/media/picture.ts', '/admin/media/picture', staff, {
    send: async (world) => ({ id: await world.picture(), alt: 'A door' }),
  }),
  ...termActions('category', '/admin/categories'),
  ...termActions('tag', '/admin/tags'),
  read('admin/users/list.tsx', '/admin/users', staff),
  ...userActions(),
  read('admin/users/candidates.ts', '/admin/users/candidates', managers),
  ...inboxRows(),
  read('admin/activity/list.tsx', '/admin/activity', managers),
  read('admin/account/account.tsx', '/admin/account', staff),
  act('change one’s own names', 'admin/account/account.tsx', '/admin/account', staff, {
    send: () => ({ intent: 'update', displayName: randomUUID() }),
  }),
  act('end one of one’s own sessions', 'admin/account/account.tsx', '/admin/account', staff, {
    send: async (world, who) => ({ intent: 'end-session', id: await world.ownSession(who) }),
  }),
  act('end somebody else’s session', 'admin/account/account.tsx', '/admin/account', nobody, {
    send: async (world, who) => ({
      intent: 'end-session',
      id: await world.ownSession(who === 'editor' ? 'admin' : 'editor'),
    }),
  }),
  act('change a password without the old one', 'admin/account/account.tsx', '/admin/account', nobody, {
    send: () => ({ intent: 'change-password', currentPassword: 'wrong', password: 'a brand new one' }),
  }),
  read('admin/not-found.tsx', '/admin/no-such-screen', nobody),

  read('api-auth.ts', '/api/auth/get-session', everybody),
  read('api-auth.ts', '/api/auth/list-sessions', nobody),
  act('sign up', 'api-auth.ts', '/api/auth/sign-up/email', everybody, {
    fresh: true,
    isJson: true,
    send: () => ({
      email: `${randomUUID()}@firm.test`,
      password: 'correct horse battery',
      username: randomUUID(),
    }),
  }),
  ...[
    'change-password',
    'change-email',
    'update-user',
    'delete-user',
    'revoke-sessions',
    'request-password-reset',
    'reset-password',
    'verify-email',
    'update-session',
  ].map((name): Row =>
    act(`reach the library’s own ${name}`, 'api-auth.ts', `/api/auth/${name}`, nobody, {
      isJson: true,
      send: () => ({
        newPassword: 'a brand new one',
        currentPassword: 'correct horse battery',
        email: 'a@firm.test',
        name: 'x',
      }),
    }),
  ),
];

function termActions(kind: 'category' | 'tag', path: string): Row[] {
  const route = kind === 'category' ? 'admin/taxonomy/categories.tsx' : 'admin/taxonomy/tags.tsx';
  const term = async (world: World) => (await world[kind]()).id;
  return [
    read(route, path, staff),
    act(`create a ${kind}`, route, path, staff, {
      send: () => ({ intent: 'create', name: randomUUID(), slug: '' }),
    }),
    act(`edit a ${kind}`, route, path, staff, {
      send: async (world) => ({
        intent: 'update',
        id: await term(world),
        name: randomUUID(),
        slug: randomUUID(),
      }),
    }),
    act(`delete a ${kind}`, route, path, staff, {
      send: async (world) => ({ intent: 'delete', id: await term(world) }),
    }),
    act(`merge a ${kind} into another`, route, path, staff, {
      send: async (world) => ({ intent: 'merge', id: await term(world), intoId: await term(world) }),
    }),
  ];
}

/** Pictures come in and go out beside the screens. */
function pictureRows(): Row[] {
  const upload = { route: '../server/picture-upload.ts', file: onePixel };
  const delivery = { route: '../server/picture-delivery.ts' };
  return [
    ...imageFolders.map((folder): Row => {
      return { ...upload, what: `upload into ${folder}`, path: `/api/images/${folder}`, may: staff };
    }),
    { ...upload, what: 'upload into another folder', path: '/api/images/secrets', may: nobody },
    {
      ...delivery,
      what: 'see a picture',
      path: '/storage/blog-images/featured-images/{}',
      may: everybody,
      at: (world) => world.uploadedPicture(),
    },
    {
      ...delivery,
      what: 'see a picture whose file is not there',
      path: `/storage/blog-images/featured-images/${'7'.repeat(39)}.webp`,
      may: nobody,
    },
    { ...delivery, what: 'list a folder', path: '/storage/blog-images/featured-images', may: nobody },
  ];
}

/** Decision 34: messages and subscribers are for admins and super admins. */
function inboxRows(): Row[] {
  const one = (what: string, fields: Fields): Row =>
    act(what, 'admin/messages/message.tsx', '/admin/messages/{}', managers, {
      at: (world) => world.message(),
      send: () => fields,
    });
  return [
    read('admin/messages/list.tsx', '/admin/messages', managers),
    read('admin/messages/export.ts', '/admin/messages/export', managers, { writesDown: ['activity'] }),
    read('admin/messages/delivery.tsx', '/admin/messages/delivery', managers),
    act(
      'send a test message where no e-mail is set up',
      'admin/messages/delivery.tsx',
      '/admin/messages/delivery',
      nobody,
      {
        send: () => ({}),
      },
    ),
    read('admin/messages/message.tsx', '/admin/messages/{}', managers, { at: (world) => world.message() }),
    one('mark a message as read', { intent: 'read' }),
    one('take on a message', { intent: 'change', status: 'answered', owner: '' }),
    one('write a note', { intent: 'note', note: 'A note.' }),
    one('file a message as spam', { intent: 'spam' }),
    one('delete a message', { intent: 'delete' }),
    act('erase a person', 'admin/messages/list.tsx', '/admin/messages', managers, {
      send: async (world) => {
        await world.message();
        return { intent: 'erase', email: 'visitor@firm.test' };
      },
    }),
    read('admin/subscribers/list.tsx', '/admin/subscribers', managers),
    act('import subscribers', 'admin/subscribers/list.tsx', '/admin/subscribers', managers, {
      send: () => ({ intent: 'import', file: `${randomUUID()}@firm.test` }),
    }),
    act(
      'ask subscribers to confirm where no e-mail is set up',
      'admin/subscribers/list.tsx',
      '/admin/subscribers',
      nobody,
      {
        send: () => ({ intent: 'ask' }),
      },
    ),
    read('admin/subscribers/export.ts', '/admin/subscribers/export', managers, { writesDown: ['activity'] }),
  ];
}

/** Decision 28, action by action. */
function userActions(): Row[] {
  const path = '/admin/users';
  const route = 'admin/users/list.tsx';
  const roles = ['editor', 'admin', 'super_admin'] as const;
  const mayGrant = { editor: managers, admin: managers, super_admin: owners };
  return [
    ...roles.flatMap((role): Row[] => [
      act(`give somebody the role ${role}`, route, path, mayGrant[role], {
        send: async (world) => ({ intent: 'add', userId: await world.freeUser(), role }),
      }),
      act(`invite somebody as ${role}`, route, path, mayGrant[role], {
        send: () => ({ intent: 'invite', email: `${randomUUID()}@firm.test`, role }),
      }),
      act(`withdraw an invitation as ${role}`, route, path, mayGrant[role], {
        send: async (world) => ({ intent: 'withdraw', id: (await world.invitation(role)).id }),
      }),
      act(`remove a person with the role ${role}`, route, path, mayGrant[role], {
        send: async (world) => ({ intent: 'remove', id: await world.adminRow(role) }),
      }),
      act(`give oneself the role ${role}`, route, path, nobody, {
        send: async (world, who) => ({ intent: 'change-role', id: await world.ownAdminRow(who), role }),
      }),
    ]),
    act('make an editor an admin', route, path, managers, {
      send: async (world) => ({ intent: 'change-role', id: await world.adminRow('editor'), role: 'admin' }),
    }),
    act('make an admin a super admin', route, path, owners, {
      send: async (world) => ({
        intent: 'change-role',
        id: await world.adminRow('admin'),
        role: 'super_admin',
      }),
    }),
    act('make a super admin an editor', route, path, owners, {
      send: async (world) => ({
        intent: 'change-role',
        id: await world.adminRow('super_admin'),
        role: 'editor',
      }),
    }),
    act('remove oneself', route, path, nobody, {
      send: async (world, who) => ({ intent: 'remove', id: await world.ownAdminRow(who) }),
    }),
    act('give permissions beside the role', route, path, managers, {
      changesNothing: true,
      send: async (world) => ({
        intent: 'change-role',
        id: await world.adminRow('editor'),
        role: 'editor',
        permissions: '{"*":true}',
        'permissions[*]': 'true',
        __proto__: 'x',
      }),
    }),
    act('act in a way that does not exist', route, path, nobody, {
      send: async (world) => ({ intent: 'constructor', id: await world.adminRow('editor'), role: 'admin' }),
    }),
  ];
}
