import type { Editor } from '@tiptap/core';
import {
  ALargeSmall,
  Baseline,
  Heading,
  Highlighter,
  TextAlignStart,
  Type,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { colorNames, fontNames, textStyleClass } from '#domain/html/text-styles.ts';
import {
  alignments, clearFormatting, codeBlock, headings, history, indents, lists, marks, paragraph, quote, rule, table, type Control,
} from './controls.ts'; // prettier-ignore
import type { InsertControls } from './insert-controls.ts';
import type { TextStyle } from '../text-style-marks.ts';

type ToolMenu = {
  name: string;
  columns?: 2;
  /** The content of its button. @param chosen the value, or the name, of the choice that holds */
  icon: (chosen: string | null) => ReactNode;
  /** Its choices as controls of their own, where there is no room for a menu or no need of one. */
  controls?: readonly Control[];
  /** The value of the choice that holds; absent for choices that do something once. */
  chosen?: (editor: Editor) => string | null;
  choices: readonly (Pick<Control, 'name' | 'canRun' | 'run' | 'shortcut' | 'isActive'> & {
    icon?: Control['icon'];
    /** The heading that it stands below. */
    group?: string;
    value?: string | null;
    sample?: ReactNode;
  })[];
};

export type Tool = Control | ToolMenu;

const [bold, italic, underline, strike, inlineCode, subscript, superscript] = marks;

/** The tools that the specification names, in its order. */
export function toolGroups({ link, image, video }: InsertControls): Tool[][] {
  const groups: (Tool | undefined)[][] = [
    [headingMenu, fontMenu, sizeMenu],
    [bold, italic, underline, strike, ...colorMenus, subscript, superscript],
    [...lists, ...indents],
    [alignmentMenu],
    [quote, codeBlock, link, image, video],
    [clearFormatting],
  ];
  return groups.map((group) => group.filter((tool) => tool !== undefined));
}

/** The content beside them. */
export function addedTools({ blocks }: InsertControls): (Control & { group: string })[] {
  const groups = { Insert: [table, rule, ...blocks], Text: [inlineCode], Editor: history };
  return Object.entries(groups).flatMap(([group, controls]) =>
    controls.flatMap((control) => (control ? [{ ...control, group }] : [])),
  );
}

/** A menu of controls, whose button shows the one that holds. */
function controlMenu(
  name: string,
  controls: readonly Control[],
  others: ToolMenu['choices'],
  Icon: LucideIcon,
): ToolMenu {
  const icon = (chosen: string | null) => {
    const Chosen = controls.find((control) => control.name === chosen)?.icon ?? Icon;
    return <Chosen />;
  };
  return { name, icon, controls, choices: [...others, ...controls] };
}

const isText = (editor: Editor) => editor.isActive('paragraph');
const headingMenu = controlMenu('Heading', headings, [{ ...paragraph, isActive: isText }], Heading);
const alignmentMenu = controlMenu('Alignment', alignments, [], TextAlignStart);

const fontMenu = styleMenu(
  'font',
  'Font',
  'Normal',
  [null, ...fontNames],
  () => <Type />,
  (name) => <span className={textStyleClass('font', name)}>{capital(name)}</span>,
);

const sizeMenu = styleMenu('size', 'Size', 'Normal', ['small', null, 'large', 'huge'], () => <ALargeSmall />);

function colorMenu(kind: 'color' | 'background', name: string, none: string, icon: ReactNode): ToolMenu {
  const swatch = (color: string | null, shown: ReactNode) => (
    <span className={`rich-swatch ${color === null ? '' : textStyleClass(kind, color)}`}>{shown}</span>
  );
  const sample = (color: string) => (
    <>
      {swatch(color, 'A')}
      {capital(color)}
    </>
  );
  const values = [null, ...colorNames];
  const menu = styleMenu(kind, name, none, values, (chosen) => swatch(chosen, icon), sample);
  return { ...menu, columns: 2 };
}

const colorMenus = [
  colorMenu('color', 'Text colour', 'Default', <Baseline />),
  colorMenu('background', 'Background colour', 'None', <Highlighter />),
];

/** @param none what no style of this kind is called */
function styleMenu(
  kind: TextStyle,
  name: string,
  none: string,
  values: readonly (string | null)[],
  icon: ToolMenu['icon'],
  sample?: (value: string) => ReactNode,
): ToolMenu {
  return {
    name,
    icon,
    chosen: (editor) => {
      const value: unknown = editor.getAttributes(kind)['name'];
      return typeof value === 'string' ? value : null;
    },
    choices: values.map((value) => ({
      name: value === null ? none : capital(value),
      value,
      sample: value === null ? undefined : sample?.(value),
      run: ({ commands }) =>
        value === null ? commands.unsetMark(kind) : commands.setMark(kind, { name: value }),
    })),
  };
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
