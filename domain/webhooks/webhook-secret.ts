import { randomBytes } from 'node:crypto';

import type { WebhookRow } from '#db/queries/webhooks.ts';
import type { Secrets } from '#domain/core/context.ts';
import { decryptSecret, encryptSecret } from '#domain/core/secrets.ts';

const bytes = 24;

/** @returns the secret as its person copies it (Standard Webhooks), and as it is stored */
export function createWebhookSecret(ctx: Secrets, id: string): { shown: string; stored: Buffer } {
  const secret = randomBytes(bytes);
  return { shown: `whsec_${secret.toString('base64')}`, stored: encryptSecret(keyOf(ctx), secret, id) };
}

/** @throws when SESSION_SECRET was changed since the webhook was made */
export function readWebhookSecret(ctx: Secrets, { id, secret }: Pick<WebhookRow, 'id' | 'secret'>): Buffer {
  const read = decryptSecret(keyOf(ctx), secret, id);
  if (read === null)
    throw new Error('SESSION_SECRET was changed since this webhook was made. Delete it and make a new one.');
  return read;
}

function keyOf({ deriveKey }: Secrets): Buffer {
  return deriveKey('webhooks');
}
