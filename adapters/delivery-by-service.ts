import { MailServerUnavailable } from '#domain/email/mailer.ts';
import type { DeliveredMessage, Delivery } from '#domain/email/delivery.ts';

type ServiceOptions = {
  endpoint: string;
  userId: string;
  serviceId: string;
  contactTemplateId: string;
  jvTemplateId: string;
  to: string;
};

const libVersion = '4.4.1';

/** Delivers messages through a hosted email service: a JSON POST, answered with 200 on success only. */
export function createServiceDelivery(options: ServiceOptions): Delivery {
  return {
    async deliver(message, _id, signal) {
      const response = await fetch(options.endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        redirect: 'error',
        signal,
        body: JSON.stringify({
          lib_version: libVersion,
          user_id: options.userId,
          service_id: options.serviceId,
          template_id: message.kind === 'contact' ? options.contactTemplateId : options.jvTemplateId,
          template_params: serviceParameters(message, options.to),
        }),
      }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        throw new MailServerUnavailable(`The email service cannot be reached: ${reasonOf(error)}`, {
          cause: error,
        });
      });
      if (response.status === 200) {
        await response.body?.cancel();
        return;
      }
      const said = (await response.text().catch(() => '')).slice(0, 200);
      throw new Error(`The email service answered ${response.status}`, { cause: said });
    },
  };
}

/** fetch puts the reason of a network error into its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** The template parameters of the email-sending service, with the specification's names; '' where there is no value. */
function serviceParameters(message: DeliveredMessage, toEmail: string): Record<string, string> {
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
