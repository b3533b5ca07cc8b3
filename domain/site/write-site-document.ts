import { z } from 'zod';

import { replaceSiteImages } from '#db/queries/images.ts';
import { lockSiteDocument, updateSiteDocument } from '#db/queries/site-documents.ts';
import type { SiteSaveKind } from '#db/tables.ts';
import { retryAfterLostCommit } from '#db/transaction.ts';
import type { ActivityAction } from '#domain/activity/actions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict, invalid } from '#domain/errors.ts';
import { imageAddress, imageKeyOf } from '#domain/images/image.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { editedValues, imagesOf, maxDocumentLength, parseDocument, valuesFrom } from './document-values.ts';
import { pruneSiteRevisions } from './prune-site-revisions.ts';
import { presentState } from './site-document.ts';
import { siteDocuments } from './site-documents.ts';
import { isSameValue, type DocumentName, type DocumentValues } from './site-words.ts';

/** A user, or the command line. */
type WriteContext = Pick<DomainContext, 'db' | 'actor' | 'clientAddress' | 'now'> &
  Partial<Pick<DomainContext, 'contentChanged' | 'afterCommit'>>;

/** The state of a document: what visitors see, what they do not see yet, and what is scheduled. */
export type DocumentState = {
  published: DocumentValues;
  draft: DocumentValues | null;
  scheduled: { values: DocumentValues; at: Date } | null;
};

export type WrittenDocument = { version: number; hasDraft: boolean; publishAt: Date | null };

const sentDocument = z.object({
  /** JSON of the values. */
  values: z.string().max(maxDocumentLength, 'This is too long to be saved. Please make it shorter.'),
  version: z.coerce.number().int().positive(),
  saveKey: z.string().refine(isId).nullish(),
});

export type SentDocument = { values: DocumentValues; version: number; saveKey: string | null };

/** What a form sends of a document. @throws invalid */
export function parseSentDocument(name: DocumentName, input: unknown): SentDocument {
  const { values, version, saveKey = null } = parseInput(sentDocument, input);
  return { values: parseDocument(name, parseJson(values)), version, saveKey };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid('What was sent cannot be read. Reload the page and try again.');
  }
}

/**
 * Writes a new state of a document, with its images, revision and entry of the activity log, in one transaction.
 * @param save.version that the form was loaded at; null: whatever is there is written over
 * @throws conflict when another user saved since that version; invalid for an image that is not stored
 */
export async function writeSiteDocument(
  ctx: WriteContext,
  name: DocumentName,
  change: (before: DocumentState) => DocumentState,
  save: { kind: SiteSaveKind; version: number | null; key: string | null; action: ActivityAction | null },
): Promise<WrittenDocument> {
  const write = (isAgain: boolean) =>
    inTransaction(ctx, async ({ db: trx, afterCommit }) => {
      const row = await lockSiteDocument(trx, name);
      const stored = presentState(row);
      if (isAgain && save.key !== null && row.save_key === save.key) {
        // What the first attempt announced may be lost with its response.
        afterCommit('contentChanged');
        return { version: row.version, hasDraft: stored.draft !== null, publishAt: stored.publishAt };
      }
      if (save.version !== null && row.version !== save.version) {
        throw conflict('Another user saved this page after you opened it. Nothing you typed has been lost.');
      }
      const before: DocumentState = {
        published: valuesFrom(name, stored.published),
        draft: stored.draft && valuesFrom(name, stored.draft),
        scheduled:
          stored.scheduled && stored.publishAt
            ? { values: valuesFrom(name, stored.scheduled), at: stored.publishAt }
            : null,
      };
      const { published, draft, scheduled } = withoutSameDraft(change(before));
      await linkImages(trx, name, [published, draft, scheduled?.values ?? null]);
      const json = (values: DocumentValues) => JSON.stringify(editedValues(name, values));
      const { version } = await updateSiteDocument(
        trx,
        name,
        {
          published: json(published),
          draft: draft && json(draft),
          scheduled: scheduled && json(scheduled.values),
          publish_at: scheduled?.at ?? null,
        },
        { by: ctx.actor?.userId ?? null, kind: save.kind, key: save.key },
      );
      await pruneSiteRevisions(trx, name, ctx.now());
      if (save.action !== null) {
        await recordActivity(trx, ctx, {
          action: save.action,
          subject: { id: null, label: siteDocuments[name].label },
          by: ctx.actor === null ? { process: 'command line' } : undefined,
        });
      }
      // A draft changes no page; the watch of another process finds what was scheduled by itself.
      if (save.kind !== 'save' && save.kind !== 'autosave') afterCommit('contentChanged');
      return { version, hasDraft: draft !== null, publishAt: scheduled?.at ?? null };
    });
  return retryAfterLostCommit(write);
}

/** A draft that says what is there without it is none. */
function withoutSameDraft({ published, draft, scheduled }: DocumentState): DocumentState {
  const present = scheduled?.values ?? published;
  const isSame =
    draft !== null && Object.entries(draft).every(([key, value]) => isSameValue(value, present[key]));
  return { published, draft: isSame ? null : draft, scheduled };
}

async function linkImages(
  trx: DomainContext['db'],
  name: DocumentName,
  states: readonly (DocumentValues | null)[],
): Promise<void> {
  const shown = [...new Set(states.flatMap((values) => (values === null ? [] : imagesOf(name, values))))];
  const keys = shown.map(imageKeyOf).filter((key) => key !== null);
  const stored = new Set((await replaceSiteImages(trx, name, keys)).map(imageAddress));
  if (shown.some((address) => !stored.has(address))) {
    throw invalid('A portrait is no longer in the library. Please choose another image.');
  }
}
