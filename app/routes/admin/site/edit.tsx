import { href, type ShouldRevalidateFunctionArgs } from 'react-router';

import type { Route } from './+types/edit';
import { requireActor } from '#domain/core/context.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { ownVersionConflict } from '#domain/editing/version-conflict.ts';
import { pathOf } from '#domain/core/kinds.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import { can } from '#domain/core/permissions.ts';
import { listAuthorChoices } from '#domain/taxonomy/list-author-choices.ts';
import {
  discardSiteDraft,
  publishSiteDocument,
  saveSiteDraft,
  type WrittenDocument,
} from '#domain/site/write-site-document.ts';
import { getSiteDocument } from '#domain/site/site-document.ts';
import type { DocumentName } from '#domain/site/site-words.ts';
import { siteDocuments } from '#domain/site/site-documents.ts';
import { admissionMessages } from '#app/http/require-admin.ts';
import { siteContext, type DomainContext } from '#app/http/request-context.ts';
import { formAction, type FormRequest, type FormVerb } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader, type ScreenRequest } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { writerOf } from '../editing/state/writer.ts';
import { SiteForm } from './site-form.tsx';
import { siteStateOf } from './site-text.ts';

const failure = 'The words could not be saved. Please try again.';
const options = { defaultIntent: 'save' } as const;

type Params = { document: string };

export const loader = screenLoader(async (domain, { params, context }: ScreenRequest<Params>) => {
  const actor = requireActor(domain);
  const document = await getSiteDocument(domain, params.document);
  return {
    name: document.name,
    stored: siteStateOf(document, actor.userId),
    canEdit: can(actor, 'manage-site'),
    writer: writerOf(domain),
    timeZone: domain.timeZone,
    ownPages: await listLinkTargets(domain, document.name),
    fixed: document.name === 'general' ? context.get(siteContext).fixedWords : {},
  };
});

/** The pages to which links of a document lead by choice: plain pages from the navigation, authors from the team. */
async function listLinkTargets(domain: DomainContext, name: DocumentName) {
  if (name === 'about') {
    const authors = await listAuthorChoices(domain);
    return authors.map((author) => ({ title: author.name, path: href('/authors/:slug', author) }));
  }
  if (name !== 'navigation') return [];
  const { items } = await listPosts(domain, { kind: 'page', page: 1 });
  return items
    .filter(({ published }) => published)
    .map(({ title, slug }) => ({ title, path: pathOf({ kind: 'page', slug }) }));
}

/**
 * An action that saves a document. When another user saved first it answers 409 with their words, so that the form can
 * show both.
 */
function saveVerb(
  save: (ctx: DomainContext, document: string, fields: Record<string, string>) => Promise<WrittenDocument>,
): FormVerb<Params> {
  return async (ctx, { writerId, ...fields }, { params: { document } }) => {
    const { userId } = requireActor(ctx);
    if (writerId !== undefined && writerId !== userId) {
      return { refused: { status: 401, message: admissionMessages.anonymous } };
    }
    try {
      const written = await save(ctx, document, fields);
      return { done: null, send: { id: `site:${document}`, pendingVersion: 0, ...written, stored: null } };
    } catch (error) {
      if (!isDomainError(error) || error.kind !== 'conflict') throw error;
      const theirs = siteStateOf(await getSiteDocument(ctx, document), userId);
      const message = theirs.isOwnSave ? ownVersionConflict('page') : error.message;
      return { refused: { status: 409, message, details: { theirs } } };
    }
  };
}

export const action = formAction(
  failure,
  {
    save: saveVerb((ctx, document, fields) => saveSiteDraft(ctx, document, fields, 'save')),
    autosave: saveVerb((ctx, document, fields) => saveSiteDraft(ctx, document, fields, 'autosave')),
    publish: saveVerb(publishSiteDocument),
    discard: async (ctx, _, { params: { document } }: FormRequest<Params>) => {
      await discardSiteDraft(ctx, document);
      const now = await getSiteDocument(ctx, document);
      return { done: null, send: siteStateOf(now, requireActor(ctx).userId) };
    },
  },
  options,
);

export const clientAction = formClientAction(failure, options);

/** The form owns its state. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams['document'] !== nextParams['document'];
}

export const handle = new Screen('Site', 'The words of this page could not be loaded.', {
  back: { to: href('/admin/site'), label: 'Back to Site' },
  title: ({ name }: Route.ComponentProps['loaderData']) => `Site: ${siteDocuments[name].label}`,
});

export default function EditSite({ loaderData }: Route.ComponentProps) {
  return <SiteForm key={loaderData.name} {...loaderData} />;
}
