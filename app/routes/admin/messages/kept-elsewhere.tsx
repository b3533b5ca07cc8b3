/** Text beside the question before data of a person goes. */
export function KeptElsewhere() {
  return (
    <p className="text-ink-soft">
      Backups made before hold it until they are removed: the dashboard tells super admins how long. Exported
      files hold it until you delete them.
    </p>
  );
}
