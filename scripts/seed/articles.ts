import { readFile } from 'node:fs/promises';

/** The body of a handwritten post, as an editor would send it. */
export async function readArticle(slug: string): Promise<string> {
  return withoutLayout(await readFile(new URL(`./articles/${slug}.html`, import.meta.url), 'utf8'));
}

/** Without the line breaks and indentation that make the file readable; code keeps its own. */
export function withoutLayout(html: string): string {
  return html
    .split(/(<pre\b.*?<\/pre>)/s)
    .map((part) => (part.startsWith('<pre') ? part : collapsed(part)))
    .join('');
}

function collapsed(html: string): string {
  return html.replace(/\s+/g, ' ').replace(/ >/g, '>').replace(blockTag, '$1').trim();
}

const blockTag = / ?(<\/?(?:p|h[1-6]|ul|ol|li|blockquote|dl|dt|dd|table|thead|tbody|tr|th|td)\b[^>]*>) ?/g;
