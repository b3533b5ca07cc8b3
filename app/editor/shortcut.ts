const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** For `aria-keyshortcuts`. `shortcut` has `Mod` for Ctrl or ⌘. */
export function keysOf(shortcut: string): string {
  return shortcut.replace('Mod', isMac() ? 'Meta' : 'Control');
}

/** As a person reads it. */
export function shownKeys(shortcut: string): string {
  return isMac()
    ? shortcut.replace('Mod', '⌘').replace('Alt', '⌥').replace('Shift', '⇧').replaceAll('+', '')
    : shortcut.replace('Mod', 'Ctrl');
}
