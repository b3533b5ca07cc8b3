/** Days for which an invitation can be accepted. */
export const invitationDays = 7;

/** The address where an invitation is accepted. @param origin of the site. */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/admin/invitation?token=${token}`;
}
