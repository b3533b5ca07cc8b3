import { parseInput } from '#domain/text/fields.ts';
import { applicationSubject, formSigns, jvApplicationInput } from './message-input.ts';
import { storeMessage, type Sender } from './store-message.ts';

/** Stores an application to the JV program and enqueues its delivery. @throws invalid input, too-many. */
export async function submitJvApplication(ctx: Sender, input: unknown): Promise<void> {
  const application = parseInput(jvApplicationInput, input);
  await storeMessage(
    ctx,
    {
      kind: 'application',
      name: application.name,
      email: application.email,
      subject: applicationSubject,
      message: application.problemDescription,
      phone: application.phone,
      industry: application.industry,
      business_stage: application.businessStage,
      funding_to_date: application.fundingToDate,
    },
    parseInput(formSigns, input),
  );
}
