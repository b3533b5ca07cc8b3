import type { BodyRules } from '#app/editor/body-rules.ts';
import { footnoteList, footnoteReference } from '#domain/markdown/footnotes.ts';
import { readMinutes } from '#domain/posts/reading-time.ts';
import { calloutNames } from '#domain/text/blocks.ts';
import { anchorId } from '#domain/text/anchor.ts';
import { countWords } from '#domain/text/count-words.ts';
import { isSafeLink, unwrapRedirect } from '#domain/text/link.ts';
import {
  alignments, colorNames, maxIndent, fontNames, textStyleClass, parseTextStyles, sizeNames, widthNames,
} from '#domain/text/text-styles.ts'; // prettier-ignore
import { isOwnImage } from '#domain/text/own-image.ts';
import { readVideo, videoSites } from '#domain/text/video.ts';

/** What the body of a post may contain: the rules by which the server cleans it. */
export const bodyRules: BodyRules = {
  isSafeLink, anchorId, isOwnImage, parseTextStyles, textStyleClass, fontNames, sizeNames, colorNames, alignments, widthNames,
  maxIndent, calloutNames, unwrapRedirect, readVideo, videoSites, countWords, readMinutes,
  footnoteReference, footnoteList,
  markdownHtml: async (...text) => (await import('#domain/markdown/markdown-html.ts')).markdownHtml(...text),
}; // prettier-ignore
