/**
 * True if a failure is about the recipient's address itself, by its enhanced status code (RFC 3463), in a bounce as in
 * the answer of a mail server: there is no such mailbox or domain, or it was closed. Full mailboxes (5.2.2), policies
 * (5.7.x), the sender's address (5.1.7, 5.1.8), a failure of no known kind (5.0.0) and all else may pass.
 * @param status such as `5.1.1`
 */
export function isHardBounce(status: string): boolean {
  return /^5\.(?:1\.(?![78]$)\d{1,3}|2\.1|4\.4)$/.test(status.trim());
}
