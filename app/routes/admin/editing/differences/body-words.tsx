import { attributeChanges } from '#domain/html/attribute-changes.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { AttributeList } from './attribute-list.tsx';
import { wordsOfBlocks } from './body-merge.ts';
import { WordRuns } from './word-runs.tsx';

/** Shows how one part of a body became another, as text. @param one clean HTML */
export function BodyWords({ one, other }: { one: string; other: string }) {
  return (
    <>
      <WordRuns one={wordsOfBlocks(one)} other={wordsOfBlocks(other)} />
      <AttributeList changes={attributeChanges(readHtml(one), readHtml(other))} />
    </>
  );
}
