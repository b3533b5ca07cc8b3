import type { Node } from '@tiptap/pm/model';

/** Counts the words of a document; of a long one only what changed since the last time. */
export function createWordCounter(countWords: (text: string) => number): (doc: Node) => number {
  const counted = new WeakMap<Node, number>();
  return (doc) => {
    let sum = 0;
    doc.forEach((node) => {
      let count = counted.get(node);
      if (count === undefined) {
        count = countWords(node.textBetween(0, node.content.size, '\n', ' '));
        counted.set(node, count);
      }
      sum += count;
    });
    return sum;
  };
}
