import { SaxesParser } from 'saxes';

export type XmlElement = {
  /** With its prefix, as written. */
  name: string;
  /** The namespace that the prefix stands for; '' for none. */
  namespace: string;
  attributes: Record<string, string>;
  /** Its own text, without that of its children. */
  text: string;
  children: XmlElement[];
};

/** Reads XML strictly: anything that is not well-formed throws. */
export function readXml(xml: string): { root: XmlElement; of: (name: string) => XmlElement[] } {
  const all: XmlElement[] = [];
  const open: XmlElement[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, uri, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value] as const);
    const element = { name, namespace: uri, attributes: Object.fromEntries(values), text: '', children: [] };
    open.at(-1)?.children.push(element);
    all.push(element);
    open.push(element);
  });
  const add = (text: string) => {
    const current = open.at(-1);
    if (current) current.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  const [root] = all;
  if (!root) throw new Error('There is no element in it.');
  return { root, of: (name) => all.filter((element) => element.name === name) };
}
