import type { DeliveredMessage } from '#domain/email/delivery.ts';
import { businessStages } from './message-input.ts';

/** The template parameters of the email-sending service, with the specification's names; '' where there is no value. */
export function serviceParameters(message: DeliveredMessage, toEmail: string): Record<string, string> {
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

/** The label of a stage; an unknown stage as it is. */
export function stageLabel(stage: string | null): string {
  return businessStages.find(({ value }) => value === stage)?.label ?? stage ?? '';
}
