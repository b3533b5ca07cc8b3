import { isHardStatus, type ReportKind } from './bounce-decision.ts';

/** A message of the mailbox for bounces, as far as it was read. */
export type BounceMessage = {
  /** The addresses that it was sent to, by whatever header. */
  recipients: readonly string[];
  /** Its first part of the type `message/delivery-status`, decoded; null: it has none. */
  deliveryStatus: string | null;
};

/** More groups or characters than a report about one recipient has. */
const maxGroups = 20;
const maxCharacters = 50_000;

/**
 * What a delivery status notification says about the email that it returns (RFC 3464). Vacation messages and other
 * automatic replies have no such part; a delay (`Action: delayed`) and a success are no bounces.
 */
export function readDeliveryReport(
  deliveryStatus: string | null,
): { kind: Exclude<ReportKind, 'complaint'>; reason: string } | null {
  const [, ...groups] = (deliveryStatus ?? '')
    .slice(0, maxCharacters)
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[\t ]*\n+/, maxGroups + 1);
  const failed = groups.map(fieldsOf).filter((fields) => fields.get('action')?.toLowerCase() === 'failed');
  const [worst] = failed.toSorted((a, b) => Number(isHard(b)) - Number(isHard(a)));
  if (!worst) return null;
  const diagnostic = (worst.get('diagnostic-code') ?? '').replace(/^smtp;\s*/i, '');
  const reason = diagnostic || (worst.get('status') ?? 'Unknown reason');
  return { kind: isHard(worst) ? 'hard' : 'soft', reason: reason.slice(0, 500) };
}

function isHard(fields: ReadonlyMap<string, string>): boolean {
  // Followed by a comment in some.
  return isHardStatus((fields.get('status') ?? '').split(' ', 1)[0] ?? '');
}

/** Fields by their lower-case names; a line that begins with a space continues the one before. */
function fieldsOf(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  let last = '';
  for (const line of group.split('\n', 100)) {
    const [, name = '', value = ''] = /^([!-9;-~]{1,60}):(.{0,2000})/.exec(line) ?? [];
    if (name !== '') {
      last = name.toLowerCase();
      fields.set(last, value.trim());
    } else if (/^[\t ]/.test(line) && last !== '') {
      fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`.slice(0, 2_000));
    }
  }
  return fields;
}
