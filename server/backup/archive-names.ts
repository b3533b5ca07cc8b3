/** An archive where `BACKUP_TO` says. */
export type StoredArchive = { name: string; createdAt: Date };

/** `anyforge-2026-11-22T03-30-00Z.tar`, with `.age` after it when encrypted. */
export function archiveFileName(createdAt: Date, isEncrypted: boolean): string {
  const time = createdAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `anyforge-${time}Z.tar${isEncrypted ? '.age' : ''}`;
}

/** @returns null for any other file: only archives with such a name are ever listed or deleted */
export function parseArchiveName(name: string): StoredArchive | null {
  const found = /^anyforge-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.tar(?:\.age)?$/.exec(name);
  if (!found) return null;
  const createdAt = new Date(`${found[1]}:${found[2]}:${found[3]}Z`);
  return Number.isNaN(createdAt.getTime()) ? null : { name, createdAt };
}
