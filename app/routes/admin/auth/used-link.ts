/** Whether the link of a screen is looked at again: not once it was used up, as the answer would be that it is closed. */
export function revalidatesLink({
  actionStatus,
  defaultShouldRevalidate,
}: {
  actionStatus?: number | undefined;
  defaultShouldRevalidate: boolean;
}): boolean {
  return actionStatus === 200 ? false : defaultShouldRevalidate;
}
