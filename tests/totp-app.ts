import { expect } from 'vitest';

import { stepAt, totpCode } from '#domain/accounts/factors/totp.ts';
import type { Client } from './client.ts';

/** The state of an authenticator app and its owner. */
export type App = { secret: Buffer; codes: string[]; usedStep: number };

/** Sets up an authenticator app for the user of this client. */
export async function setUpApp(client: Client): Promise<App> {
  const factors = '/admin/account/factors.data';
  const started = await (await client.post(factors, { intent: 'start-authenticator' })).text();
  const shown = /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(started)?.[0] ?? started;
  const secret = secretOf(shown);
  const usedStep = stepAt(new Date());
  const code = totpCode(secret, usedStep);
  const finished = await client.post(factors, { intent: 'finish-authenticator', code });
  const text = await finished.text();
  expect(finished.status, text).toBe(200);
  const codes = text.match(/[a-z2-7]{4}(?:-[a-z2-7]{4}){3}/g) ?? [];
  expect(codes).toHaveLength(10);
  return { secret, codes, usedStep };
}

/** The bytes of a secret as the screen shows it: Base32, in groups. */
export function secretOf(shown: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const characters = shown.replaceAll(' ', '');
  const bits = [...characters]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code after the one that set the app up: within the tolerance, and not used yet. */
export const nextCode = ({ secret, usedStep }: App): string => totpCode(secret, usedStep + 1);
