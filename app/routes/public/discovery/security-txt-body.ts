/** RFC 9116 recommends less than a year. */
const daysValid = 180;
const day = 24 * 3_600_000;

/**
 * The content of `/.well-known/security.txt` (RFC 9116). It expires a fixed time after the day of the request.
 * @param contact a URI.
 */
export function securityText({
  contact,
  origin,
  now,
}: {
  contact: string;
  origin: string;
  now: Date;
}): string {
  const expires = new Date((Math.floor(now.getTime() / day) + daysValid) * day);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    // RFC 9116 allows only https URLs here.
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
