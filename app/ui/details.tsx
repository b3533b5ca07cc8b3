/** The raw text behind a message, such as what a server answered; nothing without one. */
export function Details({ text }: { text: string | null | undefined }) {
  if (text === null || text === undefined || text === '') return null;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-ink-soft hover:text-ink">Details</summary>
      <p className="font-mono text-xs whitespace-pre-line wrap-anywhere">{text}</p>
    </details>
  );
}
