import type { Brand } from '#domain/site/published-words.ts';
import { palette } from '#domain/html/palette.ts';

/** Colors of the site (`app/tokens.css`) as mail programs understand them. */
const light = {
  page: '#f9f6f1',
  paper: '#fefdfb',
  sunken: '#f0ece5',
  ink: '#25201a',
  soft: '#574f46',
  line: '#d9d2c8',
  // In a spelling that no text of a post has: the accent of the site takes its place.
  signal: '#C82e0B',
  onSignal: '#fefcf9',
  mark: '#f5e1b6',
};
const dark: typeof light = {
  page: '#0d1727',
  paper: '#162136',
  sunken: '#0a1220',
  ink: '#eaf1f8',
  soft: '#b3bfcd',
  line: '#324159',
  signal: '#Ff955A',
  onSignal: '#0a1424',
  mark: '#423001',
};

export const colors = light;

/** The HTML of an email in the accent of the site. */
export function withAccent(
  html: string,
  { accent, darkAccent }: Pick<Brand, 'accent' | 'darkAccent'>,
): string {
  return html.replaceAll(light.signal, accent).replaceAll(dark.signal, darkAccent);
}

export const textFont = "Georgia,Cambria,'Times New Roman',serif";
export const labelFont = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const codeFont = "Menlo,Consolas,'Courier New',monospace";

/** Width of the column in CSS pixels, and of what stands in it. */
export const columnWidth = 600;
export const contentWidth = 536;

export function style(declarations: Readonly<Record<string, string>>): string {
  return Object.entries(declarations)
    .map(([property, value]) => `${property}:${value}`)
    .join(';');
}

/**
 * The one style sheet of an email: what a mail program does in the dark, and on a phone. Everything else stands in the
 * elements, because some programs drop it; those show the light email.
 * @param body HTML; colors that are not in it have no rule
 */
export function styleSheet(body: string): string {
  const darkRules = [
    rule('.e-page', { 'background-color': dark.page }),
    rule('.e-paper', { 'background-color': dark.paper }),
    rule('.e-sunken', { 'background-color': dark.sunken }),
    rule('.e-ink', { color: dark.ink }),
    rule('.e-soft', { color: dark.soft }),
    rule('.e-link', { color: dark.signal }),
    rule('.e-button', { 'background-color': dark.signal, color: dark.onSignal }),
    rule('.e-line', { 'border-color': dark.line }),
    rule('.e-mark', { 'background-color': dark.mark, color: dark.ink }),
    ...Object.entries(palette).flatMap(([name, { text, background }]) => [
      ...(body.includes(`e-color-${name}`) ? [rule(`.e-color-${name}`, { color: text.dark })] : []),
      ...(body.includes(`e-background-${name}`)
        ? [rule(`.e-background-${name}`, { 'background-color': background.dark })]
        : []),
    ]),
  ];
  return `@media (prefers-color-scheme:dark){${darkRules.join('')}}
@media (max-width:480px){.e-edge{padding-left:20px !important;padding-right:20px !important}}`;
}

function rule(selector: string, declarations: Readonly<Record<string, string>>): string {
  return `${selector}{${Object.entries(declarations)
    .map(([property, value]) => `${property}:${value} !important`)
    .join(';')}}`;
}
