import { iconAddress } from '#domain/images/icon.ts';
import { useWords } from './site-words.ts';

/**
 * The owner's logo; until there is one, a pair of compasses in the shape of an A.
 * @param name stands there when the logo cannot be loaded; not where it stands beside it
 */
export function SiteMark({ name = '' }: { name?: string }) {
  const { logo, logoOnDark } = useWords('brand');
  if (logo !== '')
    return (
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet={iconAddress(logoOnDark || logo, 'dark')} />
        <img className="mark" src={iconAddress(logo, 'light')} alt={name} width="32" height="32" />
      </picture>
    );
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path className="mark-arc" d="M3 25.5a20 20 0 0 0 26 0" />
      <path d="M16 7.5 6.5 29M16 7.5 25.5 29M10.6 19.5h10.8" />
      <circle cx="16" cy="5" r="2.6" />
    </svg>
  );
}
