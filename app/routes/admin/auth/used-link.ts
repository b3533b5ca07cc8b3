/** Whether the loader checks the link again: not after it was used, when the answer would be that it is closed. */
export function revalidatesLink({
  actionStatus,
  defaultShouldRevalidate,
}: {
  actionStatus?: number | undefined;
  defaultShouldRevalidate: boolean;
}): boolean {
  return actionStatus === 200 ? false : defaultShouldRevalidate;
}
