import { allowedValue, presentation, refersElsewhere, type AllowedValue } from './svg-rules.ts';

export type Styles = ReadonlyMap<string, AllowedValue>;

/** The rules of a drawing's style sheets by selector: `path`, `.name` or `#name`. */
export type StyleSheet = ReadonlyMap<string, ReadonlyMap<string, Rule>>;
type Rule = { value: AllowedValue; order: number };

/** Thrown with the message for the person who uploads. */
export class SvgRefusal extends Error {}

/**
 * Reads style sheets whose selectors are single elements, classes or ids, which is what drawing programs write. Takes time
 * in proportion to their length.
 * @throws SvgRefusal
 */
export function readStyleSheet(css: string): StyleSheet {
  const sheet = new Map<string, Map<string, Rule>>();
  let order = 0;
  for (const block of withoutComments(css).split('}')) {
    const start = block.indexOf('{');
    if (start === -1) {
      if (block.trim() !== '') throw unusableRule(block);
      continue;
    }
    const styles = readStyles(block.slice(start + 1));
    for (const selector of block.slice(0, start).split(',')) {
      const name = selector.trim();
      if (!/^(?:[.#]?[\w-]{1,100}|\*)$/.test(name)) throw unusableRule(name);
      const rules = sheet.get(name) ?? new Map<string, Rule>();
      for (const [property, value] of styles) rules.set(property, { value, order: (order += 1) });
      sheet.set(name, rules);
    }
  }
  return sheet;
}

/** The styles of an element: those of its style sheets, then its own. */
export function stylesOf(
  sheet: StyleSheet,
  { name, id, classes, style }: { name: string; id: string; classes: string; style: string },
): Styles {
  const styles = new Map<string, AllowedValue>();
  const byClass = new Map<string, Rule>();
  for (const one of new Set(classes.split(/\s+/))) {
    for (const [property, rule] of sheet.get(`.${one}`) ?? []) {
      if (rule.order > (byClass.get(property)?.order ?? 0)) byClass.set(property, rule);
    }
  }
  for (const rules of [sheet.get('*'), sheet.get(name), byClass, sheet.get(`#${id}`)]) {
    for (const [property, { value }] of rules ?? []) styles.set(property, value);
  }
  for (const [property, value] of readStyles(style)) styles.set(property, value);
  return styles;
}

/** The usable declarations of `fill: red; stroke: none`. */
function readStyles(text: string): Styles {
  if (refersElsewhere(text)) throw new SvgRefusal(elsewhere);
  const styles = new Map<string, AllowedValue>();
  for (const declaration of withoutComments(text).split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (!Object.hasOwn(presentation, property)) continue;
    const value = allowedValue(property, declaration.slice(colon + 1).replace('!important', ''));
    if (value.text !== '') styles.set(property, value);
  }
  return styles;
}

function withoutComments(css: string): string {
  let text = '';
  for (const [index, part] of css.split('/*').entries()) {
    const end = part.indexOf('*/');
    if (index === 0) text += part;
    else if (end !== -1) text += part.slice(end + 2);
  }
  return text;
}

export const elsewhere =
  'This SVG loads something from another file or address. Please export the logo with everything in one file.';

function unusableRule(rule: string): SvgRefusal {
  if (refersElsewhere(rule)) return new SvgRefusal(elsewhere);
  const shown = rule.trim().slice(0, 40);
  return new SvgRefusal(
    `This SVG has a style rule that cannot be used (“${shown}”). Please export the logo with presentation attributes instead of styles.`,
  );
}
