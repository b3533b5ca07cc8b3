import type { ImageFolder, ImageUse } from '#domain/images/image.ts';
import type { ColorScheme } from '#domain/html/color-schemes.ts';

/** A single value: text, or a switch. */
export type SimpleField = {
  kind:
    | 'line'
    | 'text'
    | 'paragraphs'
    | 'body'
    | 'link'
    | 'page'
    | 'email'
    | 'image'
    | 'color'
    | 'flag'
    | 'zone'
    | 'section';
  /** Its name on screens and in messages. */
  label: string;
  hint?: string;
  /** Characters. */
  max: number;
  isRequired: boolean;
  /** True of an address that is one of those that the form offers. */
  isChoice?: true;
  /** The color scheme of a color or an image: the setting of the reader's system in which it is shown. */
  scheme?: ColorScheme;
  /** The folder of an image, the one that an upload goes to. */
  folder?: ImageFolder;
  /** The images that its form offers. */
  use?: ImageUse;
};

type ItemFields = Readonly<Record<string, SimpleField>>;

/** Entries of the same shape, in the owner's order. */
export type ListField = {
  kind: 'list';
  label: string;
  hint?: string;
  /** One entry, in messages and on buttons: `office`. */
  noun: string;
  fields: ItemFields;
  min: number;
  max: number;
  /** Where the entries are the sections of a page: their names. None is added or lost. */
  sections?: readonly string[];
  /** The problems of an entry beyond its single fields, by field. */
  check: ((item: Readonly<Record<string, unknown>>) => Record<string, string>) | null;
};

export type Field = SimpleField | ListField;

export type ValueOf<Of> = Of extends { kind: 'flag' }
  ? boolean
  : Of extends { kind: 'list'; fields: infer Fields }
    ? { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }[]
    : string;

/** A field with the value that it has until it is edited. */
export type Defined<Of extends Field> = { field: Of; initial: ValueOf<Of> };

type Kind<Name extends SimpleField['kind']> = SimpleField & { kind: Name };
type More = Partial<Pick<SimpleField, 'hint' | 'folder' | 'use' | 'scheme' | 'isChoice'>> & {
  isOptional?: true;
};

/** A field of one kind. @param max characters */
function of<Name extends SimpleField['kind']>(kind: Name) {
  return (label: string, max: number, initial: ValueOf<Kind<Name>>, more: More = {}): Defined<Kind<Name>> => {
    const { isOptional, ...others } = more;
    return { field: { kind, label, max, isRequired: !isOptional, ...others }, initial };
  };
}

const maxAddress = 2_000;

export const line = of('line');
/** Text that may have line breaks. */
export const text = of('text');
/** Text as it is written in the post editor, as clean HTML. */
export const body = of('body');

/** Paragraphs, with an empty line between two of them. */
export function paragraphs(label: string, max: number, initial: readonly string[]) {
  const hint = 'An empty line begins a new paragraph.';
  return of('paragraphs')(label, max, initial.join('\n\n'), { hint });
}

/** An address of this site, of the web, or of email. */
export function link(label: string, initial: string, more?: More) {
  return of('link')(label, maxAddress, initial, more);
}

/** The same, mostly of a page of this site. Beside it an entry has a `label`, which some pages fix. */
export const page = of('page');
export const zone = of('zone');
export const email = of('email');

/** The address of an image of the library; '' for none. @param more.folder that an upload goes to */
export function image(label: string, more: More & { folder: ImageFolder }) {
  return of('image')(label, maxAddress, '', { ...more, isOptional: true });
}

/** The accent in one color scheme, as `#rrggbb`; '' for the color of the design. */
export function accent(label: string, scheme: ColorScheme, hint: string) {
  return of('color')(label, 7, '', { hint, scheme, isOptional: true });
}

export function flag(label: string, isOn: boolean) {
  return of('flag')(label, 5, isOn);
}

type DefinedFields = Readonly<Record<string, Defined<SimpleField>>>;
type FieldsOf<Of extends DefinedFields> = { [Name in keyof Of]: Of[Name]['field'] };

/**
 * @param options.item the fields of an entry, each with the value of a new entry
 * @param initial entries; what one does not say is that of a new one
 */
export function list<Item extends DefinedFields>(
  label: string,
  options: Pick<ListField, 'noun' | 'max'> &
    Partial<Pick<ListField, 'min' | 'hint' | 'check' | 'sections'>> & { item: Item },
  initial: { readonly [Name in keyof Item]?: Item[Name]['initial'] }[],
): Defined<ListField & { fields: FieldsOf<Item> }> {
  const { noun, item, min = 0, max, check = null, hint, sections } = options;
  const entries = Object.entries(item).map(([name, { field }]) => [name, field]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each of them
  const fields = Object.fromEntries(entries) as FieldsOf<Item>;
  const field = {
    kind: 'list' as const,
    label,
    noun,
    fields,
    min,
    max,
    check,
    ...(hint && { hint }),
    ...(sections && { sections }),
  };
  const unsaid = Object.fromEntries(Object.entries(item).map(([name, one]) => [name, one.initial]));
  // oxlint-disable-next-line no-unsafe-type-assertion -- the value of a field is what its definition begins with
  return {
    field,
    initial: initial.map((entry) => ({ ...unsaid, ...entry })) as ValueOf<
      ListField & { fields: FieldsOf<Item> }
    >,
  };
}

/** The sections of a page that the owner hides and puts in order. @param names in the order of the design */
export function pageSections(names: readonly string[], hint: string) {
  const item = { section: of('section')('Section', 60, ''), isVisible: flag('Visible', true) };
  const options = { noun: 'section', item, min: names.length, max: names.length, sections: names, hint };
  return list(
    'Sections',
    options,
    names.map((section) => ({ section })),
  );
}

export function paragraphsOf(value: string): string[] {
  return value.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
}

/** Entries of a name and a text. */
export function namedTexts(label: string, noun: string, initial: Readonly<Record<string, string>>) {
  const item = { name: line('Name', 120, ''), text: text('Text', 500, '') };
  const entries = Object.entries(initial).map(([name, words]) => ({ name, text: words }));
  return list(label, { noun, item, max: 12 }, entries);
}
