import type { DeliveredMessage } from '#domain/email/delivery.ts';

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
