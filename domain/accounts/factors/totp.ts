import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds for which a code is shown (RFC 6238). */
const stepSeconds = 30;
const digits = 6;
/** Steps before and after the present one, for clocks that differ. */
const tolerance = 1;

/** The number of the 30-second step at an instant. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1_000 / stepSeconds);
}

/** The code of a step, as an authenticator app shows it: six digits (RFC 6238 with SHA-1, which every app knows). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step of a code that is right now, or one step earlier or later, and comes after `lastStep`; null for any other code.
 */
export function acceptedStep(secret: Buffer, code: string, lastStep: number, now: Date): number | null {
  const typed = Buffer.from(code);
  const present = stepAt(now);
  let accepted: number | null = null;
  for (let step = present - tolerance; step <= present + tolerance; step += 1) {
    const right = Buffer.from(totpCode(secret, step));
    const isRight = right.length === typed.length && timingSafeEqual(right, typed);
    if (isRight && step > lastStep && accepted === null) accepted = step;
  }
  return accepted;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648), as authenticator apps take a secret. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31];
}
