import type { MessageRow } from '#db/queries/messages.ts';
import { businessStages } from './message-input.ts';

/** The template parameters of the email-sending service, by the specification's names; what was not given is ''. */
export function serviceParameters(message: MessageRow, toEmail: string): Record<string, string> {
  const sender = { from_name: message.name, from_email: message.email, to_email: toEmail };
  if (message.kind === 'contact') {
    return { ...sender, subject: message.subject, message: message.message };
  }
  return {
    ...sender,
    subject: message.subject,
    phone: message.phone ?? '',
    industry: message.industry ?? '',
    business_stage: message.business_stage ?? '',
    funding_to_date: message.funding_to_date ?? '',
    problem_description: message.message,
  };
}

/** The words of a stage; what is not known as it is. */
export function stageLabel(stage: string | null): string {
  return businessStages.find(({ value }) => value === stage)?.label ?? stage ?? '';
}
