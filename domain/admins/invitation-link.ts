/** How long an invitation is open. */
export const invitationDays = 7;

/** Where an invitation is accepted. @param origin of the site. */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/admin/invitation?token=${token}`;
}
