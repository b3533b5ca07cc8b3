import Bowser from 'bowser';

/** Common names for those that Bowser uses. */
const knownNames: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome OS': 'ChromeOS',
};

/** The name of a session's device for its owner, from the browser's user agent: `Edge on Windows`, `Safari on iPhone`. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent?.startsWith('curl/')) return 'curl';
  const { browser, os, platform } = Bowser.parse(userAgent || ' ');
  const isApple = platform.vendor === 'Apple' && os.name === 'iOS';
  const system = isApple ? platform.model : os.name;
  const names = [browser.name, system].map((name) => knownNames[name ?? ''] ?? name).filter(Boolean);
  return names.join(' on ') || 'Unknown device';
}
