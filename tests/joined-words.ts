import { parse, type DefaultTreeAdapterTypes } from 'parse5';

const block =
  /^(?:address|blockquote|body|br|caption|dd|details|dialog|div|dl|dt|fieldset|form|h[1-6]|hr|html|legend|li|ol|option|p|pre|select|summary|t[dhr]|table|tbody|textarea|tfoot|thead|ul)$/;
const unread = /^(?:head|script|style|template)$/;

/** Words of neighboring elements that nothing keeps apart without styles, as `Home|About`. */
export function joinedWords(html: string): string[] {
  const joined: string[] = [];
  let before = '';
  const walk = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (node.nodeName === '#text' && 'value' in node) {
      const both = `${before}|${node.value}`;
      const [found] = /[\p{L}\p{N}]+\|[\p{L}\p{N}©]+/u.exec(both) ?? [];
      if (found !== undefined) joined.push(found);
      if (node.value !== '') before = node.value;
    }
    if (!('childNodes' in node) || unread.test(node.nodeName)) return;
    if (block.test(node.nodeName)) before = '';
    for (const child of node.childNodes) walk(child);
    if (block.test(node.nodeName)) before = '';
  };
  for (const node of parse(html).childNodes) walk(node);
  return joined;
}
