/** The reply of a mail server for the log, without email addresses: servers repeat the address that they refuse. */
export function redactAddresses(text: string): string {
  return text
    .split(/([\s<>"'()[\],;:]+)/)
    .map((part) => (part.includes('@') ? '(an address)' : part))
    .join('');
}
