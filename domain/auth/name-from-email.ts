/** The name of an account that was given none: the part of its email address before the @. */
export function nameFromEmail(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}
