import { z } from 'zod';

import { isId, withoutControls } from '#domain/fields/fields.ts';
import { campaignName, hostName } from './view-source.ts';

/** The field that machines fill in, by the name of one that they know. People see it, and its label, only without styles. */
export const honeypotField = 'website';
export const honeypotLabel = 'Leave this field empty';

/**
 * Further fields of a form: the honeypot, the time it took, its page, and the origin of the visit. All of them are
 * optional and never refused.
 */
export const formSigns = z
  .object({
    [honeypotField]: z.string().catch(''),
    // Empty where no script measured it.
    elapsed: z.preprocess(
      (text) => (text === '' ? null : text),
      z.coerce.number().int().nonnegative().nullable().catch(null).default(null),
    ),
    page: z.string().catch(''),
    source: z.string().catch(''),
    campaign: z.string().catch(''),
    post: z.string().catch(''),
  })
  .transform((told) => ({
    honeypot: told[honeypotField],
    milliseconds: told.elapsed,
    page: withoutControls(told.page).slice(0, 300).toWellFormed(),
    referrerHost: hostName(told.source),
    campaign: campaignName(told.campaign),
    /** Id of the post that was read last, as the browser says. */
    lastPostId: isId(told.post) ? told.post : null,
  }));

export type FormSigns = z.output<typeof formSigns>;
