const words: readonly (readonly [pattern: RegExp, words: string])[] = [
  [
    /EAUTH|invalid login|authenticat|credentials|\b535\b|\b401\b|\b403\b/i,
    'does not accept the user name or password',
  ],
  [/certificate|self.signed|\bTLS\b|\bSSL\b/i, 'has no certificate that can be trusted'],
  [/\b(?:421|429|45\d|50[234])\b/, 'asked to try again later'],
  [/\b[45]\d\d\b/, 'refused it'],
  [
    /ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|EDNS|time[d ]*out|greeting|closed|cannot be reached|socket|fetch failed/i,
    'cannot be reached',
  ],
];

/**
 * Why something failed, as a message for people who do not run servers. The raw text stands behind Details.
 * @param subject who failed, such as `The mail server`
 */
export function failureWords(raw: string, subject: string): string {
  const [, found = 'could not do it'] = words.find(([pattern]) => pattern.test(raw)) ?? [];
  return `${subject} ${found}.`;
}
