import type { DomainContext } from '#domain/context.ts';
import { insertJvApplication } from '#db/queries/messages.ts';
import { parseInput } from '#domain/text/fields.ts';
import { jvApplicationInput } from './message-input.ts';

/** Keeps an application to the JV programme. When it returns, it is stored. @throws invalid input. */
export async function submitJvApplication(ctx: Pick<DomainContext, 'db'>, input: unknown): Promise<void> {
  const application = parseInput(jvApplicationInput, input);
  await insertJvApplication(ctx.db, {
    name: application.name,
    email: application.email,
    phone: application.phone,
    industry: application.industry,
    business_stage: application.businessStage,
    funding_to_date: application.fundingToDate,
    problem_description: application.problemDescription,
  });
}
