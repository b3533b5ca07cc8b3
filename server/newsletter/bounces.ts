import { createBounceMailbox } from '#adapters/bounce-mailbox.ts';
import type { Logger } from '#adapters/log.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { bounceAddress, bounceKey } from '#domain/newsletter/bounce-address.ts';
import { readBounces } from '#domain/newsletter/read-bounces.ts';
import type { Config } from '../settings/config.ts';

type Keys = Pick<DomainContext, 'deriveKey'>;

/** The address to which mail servers return the email of a recipient; null: the sender's own. */
export function returnPathOf(
  { bounces }: Pick<Config, 'bounces'>,
  domain: Keys,
): (recipientId: string) => string | null {
  if (bounces === null) return () => null;
  const key = bounceKey(domain);
  return (recipientId) => bounceAddress(bounces.address, recipientId, key);
}

/** The work of the job of bounces; nothing where no mailbox is set. */
export function bounceReader(
  { bounces }: Pick<Config, 'bounces'>,
  domain: Keys & Pick<DomainContext, 'db'>,
  log: Logger,
): (stopping: AbortSignal) => Promise<void> {
  if (bounces === null || bounces.imapUrl === null) return async () => {};
  const mailbox = createBounceMailbox(bounces.imapUrl);
  const key = bounceKey(domain);
  return async (stopping) => {
    const counts = await readBounces(domain, mailbox, key, stopping);
    if (counts.bounces > 0) log.info('Bounces were recorded', counts);
  };
}
