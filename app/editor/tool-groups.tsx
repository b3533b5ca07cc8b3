import type { Editor } from '@tiptap/core';
import { ALargeSmall, Baseline, Highlighter, Type } from 'lucide-react';
import type { ReactNode } from 'react';

import type { BodyRules } from './body-rules.ts';
import {
  alignments, clearFormatting, codeBlock, headings, history, indents, lists, marks, quote, rule, table, type Control,
} from './controls.ts'; // prettier-ignore
import type { InsertControls } from './insert-controls.ts';
import type { TextStyle } from './text-style-marks.ts';

/** A control of the toolbar that offers several choices. */
export type ToolMenu = {
  name: string;
  columns?: 2;
  /** What its button shows. @param chosen the value of the choice that holds */
  icon: (chosen: string | null) => ReactNode;
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
export function toolGroups(rules: BodyRules, { link, image, video }: InsertControls): Tool[][] {
  const groups: (Tool | undefined)[][] = [
    headings,
    [fontMenu(rules), sizeMenu(rules)],
    [bold, italic, underline, strike, ...colorMenus(rules), subscript, superscript],
    [...lists, ...indents],
    alignments,
    [quote, codeBlock, link, image, video],
    [clearFormatting],
  ];
  return groups.map((group) => group.filter((tool) => tool !== undefined));
}

/** What stands beside them. */
export function addedTools({ blocks }: InsertControls): (Control & { group: string })[] {
  const groups = {
    Insert: [table, rule, ...blocks],
    Text: [inlineCode],
    Editor: history,
  };
  return Object.entries(groups).flatMap(([group, controls]) =>
    controls.flatMap((control) => (control ? [{ ...control, group }] : [])),
  );
}

function fontMenu(rules: BodyRules): ToolMenu {
  const sample = (name: string) => (
    <span className={rules.textStyleClass('font', name)}>{capital(name)}</span>
  );
  return styleMenu('font', 'Font', 'Normal', rules.fontNames, () => <Type />, sample);
}

/** Normal stands between small and large. */
function sizeMenu({ sizeNames }: BodyRules): ToolMenu {
  const menu = styleMenu('size', 'Size', 'Normal', sizeNames, () => <ALargeSmall />);
  const [normal, small, ...larger] = menu.choices;
  return { ...menu, choices: [small, normal, ...larger].filter((choice) => choice !== undefined) };
}

function colorMenus(rules: BodyRules): ToolMenu[] {
  const menu = (kind: 'color' | 'background', name: string, none: string, icon: ReactNode): ToolMenu => {
    const swatch = (color: string | null, shown: ReactNode) => (
      <span className={`rich-swatch ${color === null ? '' : rules.textStyleClass(kind, color)}`}>
        {shown}
      </span>
    );
    const sample = (color: string) => (
      <>
        {swatch(color, 'A')}
        {capital(color)}
      </>
    );
    const colors = rules.colorNames;
    return { ...styleMenu(kind, name, none, colors, (chosen) => swatch(chosen, icon), sample), columns: 2 };
  };
  return [
    menu('color', 'Text colour', 'Default', <Baseline />),
    menu('background', 'Background colour', 'None', <Highlighter />),
  ];
}

/** @param none what no style of this kind is called */
function styleMenu(
  kind: TextStyle,
  name: string,
  none: string,
  values: readonly string[],
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
    choices: [null, ...values].map((value) => ({
      name: value === null ? none : capital(value),
      value,
      sample: value === null ? undefined : sample?.(value),
      run: (editor) => editor.commands.setLook(kind, value),
    })),
  };
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
