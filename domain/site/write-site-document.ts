import { z } from 'zod';

import { replaceSiteImages } from '#db/queries/image-links.ts';
import { isKnownZone, lockSiteDocument, updateSiteDocument } from '#db/queries/site-documents.ts';
import type { Database } from '#db/client.ts';
import type { SiteSaveKind } from '#db/tables.ts';
import { retryAfterLostCommit } from '#db/transaction.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { pruneRevisions } from '#domain/editing/revisions-to-prune.ts';
import { versionConflict } from '#domain/editing/version-conflict.ts';
import { invalid } from '#domain/core/errors.ts';
import { imageAddress, imageKeyOf } from '#domain/images/image.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { parseJson } from '#domain/fields/parse-json.ts';
import { editedValues, imagesOf, maxDocumentLength, parseDocument, valuesFrom } from './document-values.ts';
import { siteDocuments } from './site-documents.ts';
import { type DocumentName, type DocumentValues, isSameValue } from './site-words.ts';
import { isExample, requireDocumentName } from './site-document.ts';

/** A user, or the command line. */
type WriteContext = Pick<Core, 'db' | 'actor' | 'clientAddress' | 'now' | 'afterCommit'>;

/** The state of a document: what visitors see, and what they do not see yet. */
type DocumentState = { published: DocumentValues; draft: DocumentValues | null };

export type WrittenDocument = { version: number; hasDraft: boolean; isExample: boolean };

const sentDocument = z.object({
  /** JSON of the values. */
  values: z.string().max(maxDocumentLength, 'This is too long to be saved. Please make it shorter.'),
  version: z.coerce.number().int().positive(),
  saveKey: z.string().refine(isId).nullish(),
});

/** The values of a document that a form sends. @throws invalid */
function parseSentDocument(name: DocumentName, input: unknown) {
  const { values, version, saveKey: key } = parseInput(sentDocument, input);
  return { values: parseDocument(name, parseJson(values)), save: { version, key: key ?? null } };
}

/**
 * Writes a new state of a document, with its images, revision and entry of the activity log, in one transaction.
 * @param save.version that the form was loaded at; without it whatever is there is written over
 * @throws conflict when another user saved since that version; invalid for an image that is not stored
 */
export async function writeSiteDocument(
  ctx: WriteContext,
  name: DocumentName,
  change: (before: DocumentState) => DocumentState,
  { kind, version: seen, key = null }: { kind: SiteSaveKind; version?: number; key?: string | null },
): Promise<WrittenDocument> {
  const write = (isAgain: boolean) =>
    inTransaction(ctx, async ({ db: trx, afterCommit }) => {
      const row = await lockSiteDocument(trx, name);
      if (isAgain && key !== null && row.save_key === key) {
        // Announcements of the first attempt may be lost with its response.
        afterCommit('contentChanged');
        return { version: row.version, hasDraft: row.draft !== null, isExample: isExample(name, row) };
      }
      if (seen !== undefined && row.version !== seen) throw versionConflict('page');
      const before = {
        published: valuesFrom(name, row.published),
        draft: row.draft && valuesFrom(name, row.draft),
      };
      const { published, draft } = withoutSameDraft(change(before));
      const zone = published['timeZone'];
      if (
        typeof zone === 'string' &&
        zone !== before.published['timeZone'] &&
        !(await isKnownZone(trx, zone))
      ) {
        throw invalid('The database does not know this time zone. Please choose another one.');
      }
      await linkImages(trx, name, draft ? [published, draft] : [published]);
      const json = (values: DocumentValues) => JSON.stringify(editedValues(name, values));
      const isPublic = kind === 'publish' || (kind === 'import' && draft === null);
      const is_confirmed = row.is_confirmed || isPublic;
      const { version } = await updateSiteDocument(
        trx,
        name,
        { published: json(published), draft: draft && json(draft), is_confirmed },
        { by: ctx.actor?.userId ?? null, kind, key },
      );
      await pruneRevisions(trx, { document: name }, ctx.now());
      if (kind === 'publish' || kind === 'import') {
        await recordActivity(trx, ctx, {
          action: kind === 'publish' ? 'site-published' : 'site-imported',
          subject: { id: null, label: siteDocuments[name].label },
          by: ctx.actor === null ? { process: 'command line' } : undefined,
        });
      }
      // A draft changes no page.
      if (kind !== 'save' && kind !== 'autosave') afterCommit('contentChanged');
      return { version, hasDraft: draft !== null, isExample: isExample(name, { is_confirmed }) };
    });
  return retryAfterLostCommit(write);
}

/** A draft that says what is public is none. */
function withoutSameDraft({ published, draft }: DocumentState): DocumentState {
  const isSame =
    draft !== null && Object.entries(draft).every(([key, value]) => isSameValue(value, published[key]));
  return { published, draft: isSame ? null : draft };
}

async function linkImages(
  trx: Database,
  name: DocumentName,
  states: readonly DocumentValues[],
): Promise<void> {
  const shown = [...new Set(states.flatMap((values) => imagesOf(name, values)))];
  const keys = shown.map(imageKeyOf).filter((key) => key !== null);
  const stored = new Set((await replaceSiteImages(trx, name, keys)).map(imageAddress));
  if (shown.some((address) => !stored.has(address))) {
    throw invalid('A portrait is no longer in the library. Please choose another image.');
  }
}

/**
 * Stores what was typed into a document. Visitors do not see it.
 * @param input JSON of the `values`, and the `version` that they were loaded at
 * @throws not-found, invalid with a message for each wrong field, or conflict when another user saved since that version
 */
export async function saveSiteDraft(
  ctx: Core,
  name: string,
  input: unknown,
  kind: 'save' | 'autosave',
): Promise<WrittenDocument> {
  requirePermission(ctx, 'manage-site');
  const known = requireDocumentName(name);
  const { values, save } = parseSentDocument(known, input);
  return writeSiteDocument(ctx, known, (before) => ({ ...before, draft: values }), { kind, ...save });
}

/**
 * Makes the words of a document public.
 * @throws not-found, invalid, or conflict
 */
export async function publishSiteDocument(ctx: Core, name: string, input: unknown): Promise<WrittenDocument> {
  requirePermission(ctx, 'manage-site');
  const known = requireDocumentName(name);
  const { values, save } = parseSentDocument(known, input);
  return writeSiteDocument(ctx, known, () => ({ published: values, draft: null }), {
    kind: 'publish',
    ...save,
  });
}

/** Discards the draft of a document, which stays as a revision. @throws not-found */
export async function discardSiteDraft(ctx: Core, name: string): Promise<WrittenDocument> {
  requirePermission(ctx, 'manage-site');
  const known = requireDocumentName(name);
  return writeSiteDocument(ctx, known, (before) => ({ ...before, draft: null }), { kind: 'discard' });
}
