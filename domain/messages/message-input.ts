import { z } from 'zod';

import { email, optionalLine, requiredLine, requiredText } from '#domain/fields/fields.ts';
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
