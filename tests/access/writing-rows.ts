import { randomUUID } from 'node:crypto';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { permissions } from '#domain/core/permissions.ts';
import { imageFolders } from '#domain/images/image.ts';
import { onePixel } from '#tests/image-files.ts';
import {
  everybody,
  idOf,
  noOne,
  owners,
  postForm,
  read,
  screen,
  siteEditors,
  staff,
  writers,
  type Fields,
  type Row,
} from './row.ts';
import { ownSecret, secret, type World } from './world.ts';

const draft = idOf((world) => world.draft());
/** A draft whose words only those who may read it find: who edits every text, and a contributor their own. */
const secretDraft = { at: draft, shows: secret };
const ownDraft = {
  at: idOf((world) => world.ownDraft()),
  shows: ownSecret,
  only: ['contributor'],
} satisfies Partial<Row>;
const others = everybody.filter((kind) => kind !== 'contributor');

const caseStudy = async (world: World) => ({ id: (await world.caseStudy()).id });

const dashboard = screen('admin/dashboard/dashboard.tsx', '/admin');
const work = screen('admin/work/list.tsx', '/admin/work');

const routesOfTerms = {
  category: 'admin/taxonomy/categories.tsx',
  tag: 'admin/taxonomy/tags.tsx',
  author: 'admin/authors/list.tsx',
};

/** Actions of everybody with a role: posts, images, categories and tags, and the figures of them. */
export const writingRows: readonly Row[] = [
  dashboard.read(writers),
  dashboard.act('dismiss the first steps', siteEditors, {
    path: '/admin?index',
    intent: 'dismiss-first-steps',
    readers: writers,
  }),
  dashboard.act('accept the time of the clock', ['super_admin'], {
    path: '/admin?index',
    intent: 'accept-clock',
    readers: writers,
  }),
  read('admin/frame/not-found.tsx', '/admin/no-such-screen', noOne),
  read('admin/analytics/analytics.tsx', '/admin/analytics', staff),
  ...postListRows(),
  ...newPostRows(),
  ...postRows(),
  ...proposalRows(),
  ...mediaRows(),
  ...listRows(screen('admin/site/list.tsx', '/admin/site'), 'plain page', 'unpublish', (world) =>
    world.plainPage(),
  ),
  work.read(writers),
  ...listRows(work, 'case study', 'unpublish', (world) => world.caseStudy()),
  work.act('order the case studies', staff, { intent: 'order', send: caseStudy }),
  ...termRows('category', '/admin/categories'),
  ...termRows('tag', '/admin/tags'),
  ...authorRows(),
];

/** The menu of a row in the list of a kind. */
function listRows(
  list: ReturnType<typeof screen>,
  noun: string,
  toggle: 'publish' | 'unpublish',
  one: (world: World) => Promise<{ id: string }>,
): Row[] {
  const press = (what: string, intent: string, fields: () => Fields = () => ({})): Row =>
    list.act(`${what} a ${noun}`, staff, {
      intent,
      send: async (world) => ({ id: (await one(world)).id, ...fields() }),
    });
  return [
    press(toggle, 'set-published', () => ({ published: String(toggle === 'publish') })),
    press('delete', 'delete'),
    press('duplicate', 'duplicate', () => ({ creationKey: randomUUID() })),
  ];
}

function postListRows(): Row[] {
  const list = screen('admin/posts/list.tsx', '/admin/posts');
  return [
    list.read(writers, { ...secretDraft, only: others }),
    list.read(writers, { ...ownDraft, what: 'read the list of posts with an own draft' }),
    ...listRows(list, 'post', 'publish', (world) => world.draft()),
    read('admin/posts/list-choices.ts', '/admin/posts/choices', writers),
    read('admin/posts/link-targets.ts', '/admin/posts/link-targets', writers, {
      ...secretDraft,
      only: others,
    }),
    read('admin/posts/link-targets.ts', `/admin/posts/link-targets?q=${ownSecret}`, writers, ownDraft),
  ];
}

function newPostRows(): Row[] {
  const form = screen('admin/posts/new.tsx', '/admin/posts/new');
  return [
    form.read(writers),
    form.act('create a post', writers, { intent: 'save', send: () => postForm() }),
    form.act('keep the beginning of a post', writers, { intent: 'autosave', send: () => postForm() }),
    form.act('save what was typed into a deleted new post as another', writers, {
      intent: 'save-as-new',
      send: () => postForm(),
    }),
    form.act('say that the form of a new post is open', writers, {
      intent: 'announce',
      send: async (world) => ({ id: await ownDraft.at(world) }),
    }),
    form.act('make a category beside a new post', staff, {
      intent: 'create-term',
      send: () => ({ kind: 'category', name: randomUUID() }),
    }),
  ];
}

function postRows(): Row[] {
  const form = screen('admin/posts/edit.tsx', '/admin/posts/edit/{}', { at: draft });
  const email = screen('admin/posts/email.tsx', '/admin/posts/edit/{}/email', { at: draft });
  const preview = screen('admin/posts/preview.tsx', '/admin/posts/preview/{}', { at: draft });
  const asVisitor = screen('public/post/post-as-visitor.tsx', '/admin/posts/preview/{}/visitor', {
    at: draft,
  });
  const revisions = screen('admin/posts/revisions.tsx', '/admin/posts/edit/{}/revisions');
  return [
    form.read(staff, { ...secretDraft, missing: '/admin/posts' }),
    form.read(writers, { ...ownDraft, what: 'read the form of an own draft' }),
    email.read(staff, secretDraft),
    read('admin/posts/email-preview.ts', '/admin/posts/edit/{}/email/preview', staff, secretDraft),
    // No email is set up and nothing is being sent: admins are told so, editors that it is not theirs to do.
    ...['send', 'test', 'reword', 'pause', 'continue', 'cancel'].map((intent) =>
      email.act(`${intent} the emails of a post`, noOne, {
        intent,
        send: () => ({ number: '1' }),
        readers: staff,
        tellsEditors: permissions['email-posts'].denial,
      }),
    ),
    email.act('allow sending before a post is emailed', owners, { intent: 'accept', readers: staff }),
    form.act('save a post', staff, {
      intent: 'save',
      send: () => postForm({ version: '1', pendingVersion: '0', title: 'Saved' }),
    }),
    form.act('keep what is typed into a post', staff, {
      intent: 'autosave',
      send: () => postForm({ version: '1', pendingVersion: '0', title: 'Typed' }),
    }),
    form.act('discard what was typed into a post', staff, {
      at: (world) => world.typedInto(),
      intent: 'discard-pending-changes',
    }),
    form.act('save what was typed into a post as a new one', writers, {
      intent: 'save-as-new',
      send: () => postForm(),
    }),
    form.act('make a tag beside a post', staff, {
      intent: 'create-term',
      send: () => ({ kind: 'tag', name: randomUUID() }),
    }),
    form.act('say that the form of a post is open', writers, {
      at: ownDraft.at,
      intent: 'announce',
      send: (_world, _who, id) => ({ id }),
    }),
    form.act('say that the form of the draft of another person is open', ['contributor'], {
      only: ['contributor'],
      intent: 'announce',
      send: (_world, _who, id) => ({ id }),
      changesNothing: true,
    }),
    form.act('propose a change of a post', writers, {
      at: async (world) => (await world.published()).id,
      intent: 'save',
      send: () => postForm({ version: '1', proposes: 'true' }),
    }),
    form.act('propose a change of a draft', staff, {
      intent: 'save',
      send: () => postForm({ version: '1', proposes: 'true' }),
    }),
    preview.read(staff, secretDraft),
    preview.read(writers, { ...ownDraft, what: 'read the preview of an own draft' }),
    preview.act('share a draft by a link', staff, { intent: 'create-link' }),
    preview.act('end the link of a draft', staff, {
      at: (world) => world.sharedPost(),
      intent: 'end-link',
      send: async (world, _who, post) => ({ link: await world.linkOf(post) }),
    }),
    asVisitor.read(staff, secretDraft),
    asVisitor.read(writers, { ...ownDraft, what: 'read an own draft as a visitor would' }),
    read('public/social-card/draft-card.ts', '/admin/posts/card?title=Hello&slug=hello', writers),
    revisions.read(staff, secretDraft),
    revisions.act('go back to a revision', staff, {
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
  const proposal = screen('admin/proposals/proposal.tsx', '/admin/posts/proposals/{}', {
    at: (world) => world.proposal(),
  });
  return [
    read('admin/proposals/list.tsx', '/admin/posts/proposals', writers),
    proposal.read(staff, { shows: secret }),
    proposal.act('accept a proposal', staff, {
      intent: 'accept',
      send: () => ({ proposalVersion: '1', version: '1', pendingVersion: '0', field: 'title', place: '0' }),
    }),
    proposal.act('reject a proposal', staff, { intent: 'reject', send: () => ({ answer: 'No.' }) }),
    proposal.act('send a proposal of another user', noOne, {
      intent: 'send',
      send: () => ({ reason: 'Other reason.' }),
    }),
    proposal.act('withdraw a proposal', ['contributor'], {
      at: (world) => world.proposal('own'),
      intent: 'withdraw',
    }),
  ];
}

/** Images come in and go out beside the screens. */
function mediaRows(): Row[] {
  const library = screen('admin/media/library.tsx', '/admin/media');
  const folder = '/storage/blog-images/featured-images';
  const upload = (to: string, may: Row['may'], what = `upload into ${to}`): Row => ({
    what,
    route: '../server/images/image-upload.ts',
    path: `/api/images/${to}`,
    may,
    file: onePixel,
  });
  const delivery = { route: '../server/images/image-delivery.ts', may: noOne };
  return [
    library.read(staff),
    library.act('delete an image', staff, {
      intent: 'delete',
      send: async (world) => ({ id: await world.image() }),
    }),
    library.act('restore an image', staff, {
      intent: 'restore',
      send: async (world) => ({ id: await world.image() }),
    }),
    read('admin/media/image.ts', '/admin/media/image', writers),
    read('admin/media/choices.ts', '/admin/media/choices', writers),
    library.act('describe an image', staff, {
      intent: 'describe',
      send: async (world) => ({ id: await world.image(), alt: 'A tree' }),
    }),
    ...imageFolders.map((name) => upload(name, name === 'logos' ? siteEditors : writers)),
    upload('secrets', noOne, 'upload into another folder'),
    {
      ...delivery,
      what: 'see an image',
      path: `${folder}/{}`,
      may: everybody,
      at: (world) => world.uploadedImage(),
    },
    { ...delivery, what: 'see an image whose file is not there', path: `${folder}/${'7'.repeat(39)}.webp` },
    { ...delivery, what: 'list a folder', path: folder },
  ];
}

function termRows(kind: TermKind, path: string): Row[] {
  const list = screen(routesOfTerms[kind], path);
  const term = async (world: World) => (await world[kind]()).id;
  return [
    list.read(staff),
    read('admin/taxonomy/merge-targets.ts', `/admin/merge-targets?kind=${kind}`, staff),
    list.act(`create a ${kind}`, staff, {
      intent: 'create',
      send: () => ({ name: randomUUID(), slug: '' }),
    }),
    list.act(`edit a ${kind}`, staff, {
      intent: 'update',
      send: async (world) => ({ id: await term(world), name: randomUUID(), slug: randomUUID() }),
    }),
    list.act(`delete a ${kind}`, staff, {
      intent: 'delete',
      send: async (world) => ({ id: await term(world) }),
    }),
    list.act(`merge a ${kind} into another`, staff, {
      intent: 'merge',
      send: async (world) => ({ id: await term(world), intoId: await term(world) }),
    }),
  ];
}

/** An author has a screen of its own beside the list. */
function authorRows(): Row[] {
  const route = 'admin/authors/edit.tsx';
  const author = screen(route, '/admin/authors/{}', { at: idOf((world) => world.author()) });
  const fresh = screen(route, '/admin/authors/new');
  const save = { intent: 'save', send: () => ({ name: randomUUID() }) };
  return [
    ...termRows('author', '/admin/authors'),
    fresh.read(staff),
    author.read(staff),
    fresh.act('create an author by the form', staff, save),
    author.act('save an author', staff, save),
  ];
}
