import type { Config } from '../settings/config.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { DnsLookup } from '#adapters/dns-records.ts';
import { messageOf } from '#db/database-error.ts';
import { within } from '#db/within.ts';

/** The finding of a check. A warning or a problem names its repair. */
export type Finding =
  | { readonly status: 'ok'; readonly message: string }
  | { readonly status: 'warning' | 'problem'; readonly message: string; readonly repair: string };

export type DoctorContext = {
  readonly config: Config;
  readonly site: SiteSettings;
  readonly dns: DnsLookup;
  /** True if an email may be sent to the firm's address. */
  readonly sendsTest: boolean;
};

export type Check = {
  readonly name: string;
  /** @param signal aborted when the time is over */
  run(context: DoctorContext, signal: AbortSignal): Promise<Finding | readonly Finding[]>;
};

export type CheckReport = {
  readonly name: string;
  readonly findings: readonly Finding[];
};

export const ok = (message: string): Finding => ({ status: 'ok', message });
export const warning = (message: string, repair: string): Finding => ({ status: 'warning', message, repair });
export const problem = (message: string, repair: string): Finding => ({ status: 'problem', message, repair });

/** Milliseconds for one check. */
export const checkWithin = 5_000;

/** Runs all checks at the same time. One that fails or takes too long is a problem itself, and holds up no other. */
export function runChecks(
  checks: readonly Check[],
  context: DoctorContext,
  withinMilliseconds: number = checkWithin,
): Promise<CheckReport[]> {
  return Promise.all(
    checks.map(async (check) => ({
      name: check.name,
      findings: await findingsOf(check, context, withinMilliseconds),
    })),
  );
}

async function findingsOf(
  check: Check,
  context: DoctorContext,
  withinMilliseconds: number,
): Promise<readonly Finding[]> {
  const timeout = new AbortController();
  const work = Promise.resolve()
    .then(() => check.run(context, timeout.signal))
    .catch((error: unknown) => problem(`The check failed: ${messageOf(error)}`, 'Repair that first.'));
  const findings = await within(withinMilliseconds, work);
  if (findings !== undefined) return [findings].flat();
  timeout.abort();
  return [
    problem(
      `The check took longer than ${withinMilliseconds / 1_000} seconds.`,
      'Something that it asked does not answer: look at the machine, the network and the disk.',
    ),
  ];
}
