import type { BodyRules } from '#app/editor/body-rules.ts';
import { readMinutes } from '#domain/posts/presenting.ts';
import { anchorId } from '#domain/text/anchor.ts';
import { countWords } from '#domain/text/count-words.ts';
import { isSafeLink } from '#domain/text/link.ts';
import {
  alignments, colourNames, deepestIndent, fontNames, lookClass, readLooks, sizeNames, widthNames,
} from '#domain/text/text-styles.ts'; // prettier-ignore
import { isOwnPicture } from '#domain/text/own-image.ts';
import { readVideo, videoSites } from '#domain/text/video.ts';

/** What the body of a post may hold: the rules that the server cleans by. */
export const bodyRules: BodyRules = {
  isSafeLink, anchorId, isOwnPicture, readLooks, lookClass, fontNames, sizeNames, colourNames, alignments, widthNames,
  deepestIndent, readVideo, videoSites, countWords, readMinutes,
}; // prettier-ignore
