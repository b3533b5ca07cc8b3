import { randomUUID } from 'node:crypto';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { permissions } from '#domain/permissions.ts';
import { imageFolders } from '#domain/images/image.ts';
import { onePixel } from '#tests/image-files.ts';
import { act, everybody, idOf, noOne, postForm, read, siteEditors, staff, writers, type Row } from './row.ts';
import { secret, type World } from './world.ts';

const draft = idOf((world) => world.draft());

const routesOfTerms = {
  category: 'admin/taxonomy/categories.tsx',
  tag: 'admin/taxonomy/tags.tsx',
  author: 'admin/authors/list.tsx',
};

/** What everybody with a role does: posts, images, categories and tags, and the figures of them. */
export const writingRows: readonly Row[] = [
  read('admin/dashboard/dashboard.tsx', '/admin', writers),
  act('dismiss the first steps', 'admin/dashboard/dashboard.tsx', '/admin?index', siteEditors, {
    intent: 'dismiss-first-steps',
    readers: writers,
  }),
  read('admin/frame/not-found.tsx', '/admin/no-such-screen', noOne),
  read('admin/analytics/analytics.tsx', '/admin/analytics', staff),
  ...postListRows(),
  ...postRows(),
  ...proposalRows(),
  ...mediaRows(),
  act('delete a plain page', 'admin/site/list.tsx', '/admin/site', staff, {
    intent: 'delete',
    send: async (world) => ({ id: (await world.plainPage()).id }),
  }),
  read('admin/pages/work.tsx', '/admin/work', writers),
  act('delete a case study', 'admin/pages/work.tsx', '/admin/work', staff, {
    intent: 'delete',
    send: async (world) => ({ id: (await world.caseStudy()).id }),
  }),
  act('order the case studies', 'admin/pages/work.tsx', '/admin/work', staff, {
    intent: 'order',
    send: async (world) => ({ id: (await world.caseStudy()).id }),
  }),
  act('add the case studies to the navigation', 'admin/pages/work.tsx', '/admin/work', siteEditors, {
    intent: 'navigation',
    send: () => ({ isVisible: 'true' }),
  }),
  ...termRows('category', '/admin/categories'),
  ...termRows('tag', '/admin/tags'),
  ...authorRows(),
];

function postListRows(): Row[] {
  const route = 'admin/posts/list.tsx';
  const press = (what: string, intent: string, send: Row['send']): Row =>
    act(what, route, '/admin/posts', staff, { intent, ...(send && { send }) });
  return [
    read(route, '/admin/posts', writers, { at: draft, shows: secret }),
    press('publish a post', 'set-published', async (world) => ({
      published: 'true',
      id: await draft(world),
    })),
    press('delete a post', 'delete', async (world) => ({ id: await draft(world) })),
    press('duplicate a post', 'duplicate', async (world) => ({
      id: await draft(world),
      creationKey: randomUUID(),
    })),
    read('admin/posts/list-choices.ts', '/admin/posts/choices', writers),
    read('admin/posts/link-targets.ts', '/admin/posts/link-targets', writers, { at: draft, shows: secret }),
  ];
}

function postRows(): Row[] {
  const form = 'admin/posts/edit.tsx';
  const preview = 'admin/posts/preview.tsx';
  const revisions = 'admin/posts/revisions.tsx';
  return [
    read('admin/posts/new.tsx', '/admin/posts/new', writers),
    act('create a post', 'admin/posts/new.tsx', '/admin/posts/new', writers, {
      intent: 'save',
      send: () => postForm(),
    }),
    act('keep the beginning of a post', 'admin/posts/new.tsx', '/admin/posts/new', writers, {
      intent: 'autosave',
      send: () => postForm(),
    }),
    read(form, '/admin/posts/edit/{}', writers, { at: draft, shows: secret }),
    read('admin/posts/email.tsx', '/admin/posts/edit/{}/email', staff, { at: draft, shows: secret }),
    read('admin/posts/email-preview.ts', '/admin/posts/edit/{}/email/preview', staff, {
      at: draft,
      shows: secret,
    }),
    // No email is set up and nothing is being sent: admins are told so, editors that it is not theirs to do.
    ...['send', 'test', 'reword', 'pause', 'continue', 'cancel'].map((intent) =>
      act(`${intent} the emails of a post`, 'admin/posts/email.tsx', '/admin/posts/edit/{}/email', noOne, {
        at: draft,
        intent,
        send: () => ({ number: '1' }),
        readers: staff,
        tellsEditors: permissions['email-posts'].denial,
      }),
    ),
    act('save a post', form, '/admin/posts/edit/{}', staff, {
      at: draft,
      intent: 'save',
      send: () => postForm({ version: '1', pendingVersion: '0', title: 'Saved' }),
    }),
    act('keep what is typed into a post', form, '/admin/posts/edit/{}', staff, {
      at: draft,
      intent: 'autosave',
      send: () => postForm({ version: '1', pendingVersion: '0', title: 'Typed' }),
    }),
    act('discard what was typed into a post', form, '/admin/posts/edit/{}', staff, {
      at: (world) => world.typedInto(),
      intent: 'discard-pending-changes',
    }),
    act('save what was typed into a post as a new one', form, '/admin/posts/edit/{}', writers, {
      at: draft,
      intent: 'save-as-new',
      send: () => postForm(),
    }),
    act('make a tag beside a post', form, '/admin/posts/edit/{}', staff, {
      at: draft,
      intent: 'create-term',
      send: () => ({ kind: 'tag', name: randomUUID() }),
    }),
    act('say that the form of a post is open', form, '/admin/posts/edit/{}', writers, {
      at: draft,
      intent: 'announce',
      send: (_world, _who, id) => ({ id }),
    }),
    act('say that the form of a new post is open', 'admin/posts/new.tsx', '/admin/posts/new', writers, {
      intent: 'announce',
      send: async (world) => ({ id: await draft(world) }),
    }),
    act('make a category beside a new post', 'admin/posts/new.tsx', '/admin/posts/new', staff, {
      intent: 'create-term',
      send: () => ({ kind: 'category', name: randomUUID() }),
    }),
    read(preview, '/admin/posts/preview/{}', writers, { at: draft, shows: secret }),
    act('share a draft by a link', preview, '/admin/posts/preview/{}', staff, {
      at: draft,
      intent: 'create-link',
    }),
    act('end the link of a draft', preview, '/admin/posts/preview/{}', staff, {
      at: (world) => world.sharedPost(),
      intent: 'end-link',
      send: async (world, _who, post) => ({ link: await world.linkOf(post) }),
    }),
    read('public/post/post-as-visitor.tsx', '/admin/posts/preview/{}/visitor', writers, {
      at: draft,
      shows: secret,
    }),
    read('public/social-card/draft-card.ts', '/admin/posts/card?title=Hello&slug=hello', writers),
    read(revisions, '/admin/posts/edit/{}/revisions', staff, { at: draft, shows: secret }),
    act('go back to a revision', revisions, '/admin/posts/edit/{}/revisions', staff, {
      at: (world) => world.revised(),
      send: async (world, _who, id) => ({
        revision: await world.revisionOf(id),
        part: 'title',
        version: '2',
        pendingVersion: '0',
      }),
    }),
  ];
}

function proposalRows(): Row[] {
  const route = 'admin/proposals/proposal.tsx';
  const path = '/admin/posts/proposals/{}';
  const [at, own] = [(world: World) => world.proposal(), (world: World) => world.proposal('own')];
  return [
    act('propose a change of a post', 'admin/posts/edit.tsx', '/admin/posts/edit/{}', writers, {
      at: draft,
      intent: 'save',
      send: () => postForm({ version: '1', proposes: 'true' }),
    }),
    read('admin/proposals/list.tsx', '/admin/posts/proposals', writers),
    read(route, path, staff, { at, shows: secret }),
    act('accept a proposal', route, path, staff, {
      at,
      intent: 'accept',
      send: () => ({ proposalVersion: '1', version: '1', pendingVersion: '0', field: 'title', place: '0' }),
    }),
    act('reject a proposal', route, path, staff, { at, intent: 'reject', send: () => ({ answer: 'No.' }) }),
    act('send a proposal of another user', route, path, noOne, {
      at,
      intent: 'send',
      send: () => ({ reason: 'Other reason.' }),
    }),
    act('withdraw a proposal', route, path, ['contributor'], { at: own, intent: 'withdraw' }),
  ];
}

/** Images come in and go out beside the screens. */
function mediaRows(): Row[] {
  const library = 'admin/media/library.tsx';
  const upload = { route: '../server/images/image-upload.ts', file: onePixel };
  const delivery = { route: '../server/images/image-delivery.ts' };
  return [
    read(library, '/admin/media', staff),
    act('delete an image', library, '/admin/media', staff, {
      intent: 'delete',
      send: async (world) => ({ id: await world.image() }),
    }),
    read('admin/media/image.ts', '/admin/media/image', writers),
    read('admin/media/choices.ts', '/admin/media/choices', writers),
    act('describe an image', library, '/admin/media', staff, {
      intent: 'describe',
      send: async (world) => ({ id: await world.image(), alt: 'A tree' }),
    }),
    ...imageFolders.map((folder): Row => {
      const may = folder === 'logos' ? siteEditors : writers;
      return { ...upload, what: `upload into ${folder}`, path: `/api/images/${folder}`, may };
    }),
    { ...upload, what: 'upload into another folder', path: '/api/images/secrets', may: noOne },
    {
      ...delivery,
      what: 'see an image',
      path: '/storage/blog-images/featured-images/{}',
      may: everybody,
      at: (world) => world.uploadedImage(),
    },
    {
      ...delivery,
      what: 'see an image whose file is not there',
      path: `/storage/blog-images/featured-images/${'7'.repeat(39)}.webp`,
      may: noOne,
    },
    { ...delivery, what: 'list a folder', path: '/storage/blog-images/featured-images', may: noOne },
  ];
}

function termRows(kind: TermKind, path: string): Row[] {
  const route = routesOfTerms[kind];
  const term = async (world: World) => (await world[kind]()).id;
  return [
    read(route, path, staff),
    read('admin/taxonomy/merge-targets.ts', `/admin/merge-targets?kind=${kind}`, staff),
    act(`create a ${kind}`, route, path, staff, {
      intent: 'create',
      send: () => ({ name: randomUUID(), slug: '' }),
    }),
    act(`edit a ${kind}`, route, path, staff, {
      intent: 'update',
      send: async (world) => ({ id: await term(world), name: randomUUID(), slug: randomUUID() }),
    }),
    act(`delete a ${kind}`, route, path, staff, {
      intent: 'delete',
      send: async (world) => ({ id: await term(world) }),
    }),
    act(`merge a ${kind} into another`, route, path, staff, {
      intent: 'merge',
      send: async (world) => ({ id: await term(world), intoId: await term(world) }),
    }),
  ];
}

/** An author has a screen of its own beside the list. */
function authorRows(): Row[] {
  const route = 'admin/authors/edit.tsx';
  const author = idOf((world) => world.author());
  const send = () => ({ name: randomUUID() });
  return [
    ...termRows('author', '/admin/authors'),
    read(route, '/admin/authors/new', staff),
    read(route, '/admin/authors/{}', staff, { at: author }),
    act('create an author by the form', route, '/admin/authors/new', staff, { intent: 'save', send }),
    act('save an author', route, '/admin/authors/{}', staff, { at: author, intent: 'save', send }),
  ];
}
