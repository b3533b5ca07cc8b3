import { z } from 'zod';

import { listSiteRevisionRows } from '#db/queries/revisions.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { imagesOf, valuesFrom } from './document-values.ts';
import { requireDocumentName } from './site-document.ts';
import { fieldsOf, type DocumentName, type DocumentValues } from './site-words.ts';
import { notFound } from '#domain/core/errors.ts';
import { findGoneImages } from '#domain/images/find-images.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { render, serializeHtml } from '#domain/html/html-tree.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { writeSiteDocument, type WrittenDocument } from './write-site-document.ts';

export type SiteRevision = Awaited<ReturnType<typeof listSiteRevisions>>[number];

/** The earlier states of a document, newest first; at most 50 (`revisionsToPrune`). @throws not-found */
export async function listSiteRevisions(ctx: Core, name: string) {
  requirePermission(ctx, 'view-site');
  const known = requireDocumentName(name);
  const rows = await listSiteRevisionRows(ctx.db, known);
  return rows.map((row) => ({
    id: row.id,
    /** `default`: what was there before the first edit. */
    kind: row.version === 1 ? ('default' as const) : row.save_kind,
    savedBy: row.saved_by_name,
    savedAt: row.saved_at,
    values: valuesFrom(known, row.words),
  }));
}

const input = z.object({ revision: z.string(), version: z.coerce.number().int().positive() });

/**
 * Makes an earlier state of a document its draft. Images that have been deleted since are left out. No page changes.
 * @param sent the id of the `revision`, and the `version` of the document that it was compared with
 * @throws not-found, or conflict when another user saved since that version
 */
export async function restoreSiteRevision(ctx: Core, name: string, sent: unknown): Promise<WrittenDocument> {
  requirePermission(ctx, 'manage-site');
  const known = requireDocumentName(name);
  const { revision, version } = parseInput(input, sent);
  const row = (await listSiteRevisionRows(ctx.db, known)).find(({ id }) => id === revision);
  if (!row) throw notFound('This version is no longer kept.');
  const restored = valuesFrom(known, row.words);
  const draft = withoutImages(known, restored, await findGoneImages(ctx.db, imagesOf(known, restored)));
  return writeSiteDocument(ctx, known, (before) => ({ ...before, draft }), { kind: 'save', version });
}

function withoutImages(
  name: DocumentName,
  values: DocumentValues,
  gone: ReadonlySet<string>,
): DocumentValues {
  const clean = <Value extends string | boolean>(value: Value) =>
    typeof value === 'string' && gone.has(value) ? '' : value;
  const cleanBody = (html: string) =>
    serializeHtml(
      render(readHtml(html), {
        img: (image) => (gone.has(image.attributes['src'] ?? '') ? [] : [image]),
      }),
    );
  const kinds = new Map(fieldsOf(name));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (typeof value === 'object')
        return [
          key,
          value.map((item) =>
            Object.fromEntries(Object.entries(item).map(([each, one]) => [each, clean(one)])),
          ),
        ];
      return [key, kinds.get(key)?.kind === 'body' ? cleanBody(String(value)) : clean(value)];
    }),
  );
}
