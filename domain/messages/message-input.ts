import { z } from 'zod';

import { campaignName, hostName } from '#domain/analytics/view-source.ts';
import {
  email,
  isId,
  optionalLine,
  requiredLine,
  requiredText,
  withoutControls,
} from '#domain/fields/fields.ts';
import { businessStages } from './business-stages.ts';

/** Characters; enforced by the forms and by the server. */
export const contactLimits = { name: 200, email: 254, subject: 300, message: 10_000 };
export const applicationLimits = {
  name: 200,
  email: 254,
  phone: 60,
  industry: 200,
  fundingToDate: 200,
  problemDescription: 10_000,
};

export const contactMessageInput = z.object({
  name: requiredLine('Name', contactLimits.name, 'Please enter your name.'),
  email,
  subject: requiredLine('Subject', contactLimits.subject, 'Please enter a subject.'),
  message: requiredText('Message', contactLimits.message, 'Please enter your message.'),
});

export const jvApplicationInput = z.object({
  name: requiredLine('Name', applicationLimits.name, 'Please enter your name.'),
  email,
  phone: optionalLine('Phone', applicationLimits.phone),
  industry: requiredLine('Industry', applicationLimits.industry, 'Please enter your industry.'),
  businessStage: z.enum(
    businessStages.map(({ value }) => value),
    { error: 'Please select a stage.' },
  ),
  fundingToDate: optionalLine('Funding to date', applicationLimits.fundingToDate),
  problemDescription: requiredText(
    'Problem description',
    applicationLimits.problemDescription,
    'Please describe the problem.',
  ),
});

/** The subject of every application; the specification's words. */
export const applicationSubject = 'JV Program Application';

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
