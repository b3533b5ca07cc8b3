import type { ProfileNames } from '#db/queries/profiles.ts';
import { imageAddress, type ImageFolder } from '#domain/images/image.ts';

/** First and last name, else display name, else username, else "Unknown": an author in a list of choices. */
export function authorLabel(profile: ProfileNames): string {
  const full = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
  return full || profile.display_name || profile.username || 'Unknown';
}

/** Display name, else username, else nothing: an author's name beside a post. */
export function bylineOf(profile: Pick<ProfileNames, 'display_name' | 'username'>): string {
  return profile.display_name ?? profile.username ?? '';
}

/** The address of the portrait of an author; null for none. */
export function portraitOf({ folder, image }: { folder: ImageFolder | null; image: string | null }) {
  return folder === null || image === null ? null : imageAddress({ folder, name: image });
}
