import { z } from 'zod';

import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { instantFromLocal } from '#domain/text/dates.ts';
import { parseInput } from '#domain/text/fields.ts';
import { requireDocumentName } from './site-document.ts';
import { parseSentDocument, writeSiteDocument, type WrittenDocument } from './write-site-document.ts';

const when = z.object({
  publishDay: z
    .string()
    .refine((day) => day === '' || z.iso.date().safeParse(day).success, 'Please pick a date.')
    .default(''),
  publishTime: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Please enter a time.')
    .default(''),
});

/**
 * Makes the words of a document public: at once, or at a time ahead, for which they are kept as they are now. What was
 * scheduled before is replaced.
 * @param input as for `saveSiteDraft`, with `publishDay` and `publishTime` in the time zone of the site; '' for now
 * @throws not-found, invalid, or conflict
 */
export async function publishSiteDocument(
  ctx: DomainContext,
  name: string,
  input: unknown,
): Promise<WrittenDocument> {
  requirePermission(ctx, 'manage-site');
  const known = requireDocumentName(name);
  const { values, version, saveKey } = parseSentDocument(known, input);
  const { publishDay, publishTime } = parseInput(when, input);
  const at = publishDay === '' ? null : instantFromLocal(publishDay, publishTime || '00:00', ctx.timeZone);
  const isLater = at !== null && at > ctx.now();
  return writeSiteDocument(
    ctx,
    known,
    ({ published }) =>
      isLater
        ? { published, draft: null, scheduled: { values, at } }
        : { published: values, draft: null, scheduled: null },
    {
      kind: isLater ? 'schedule' : 'publish',
      version,
      key: saveKey,
      action: isLater ? 'site-scheduled' : 'site-published',
    },
  );
}
