/** Bodies of posts that are larger than any author plans, as they are stored. */

const sampleText =
  'The quick brown fox jumps over the lazy dog while seven wizards quietly box in the old harbor. ';
const wordsOfText = 18;

/** The elements of a real post: paragraphs, headings, lists, code, links. */
export function bodyOfWords(count: number): string {
  const paragraph = `<p>${sampleText.repeat(3)}<strong>${sampleText.trim()}</strong> ${sampleText}<a href="https://example.org/">A link</a>.</p>`;
  const section = `<h2>A heading of this part</h2>${paragraph.repeat(4)}<ul><li>One thing</li><li>Another thing</li></ul><pre><code class="language-rust">fn main() {}\n</code></pre>`;
  const wordsOfSection = 5 + (5 * wordsOfText + 2) * 4 + 4 + 3;
  return section.repeat(Math.ceil(count / wordsOfSection));
}

/** A paragraph, and an image with a caption, again and again. */
export function bodyOfImages(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const name = String(index + 1).padStart(20, '1');
    return (
      `<p>Words before image ${index + 1}.</p>` +
      `<figure><img src="/storage/blog-images/editor-images/${name}.png" alt="Image ${index + 1}" width="1" height="1">` +
      `<figcaption>Caption ${index + 1}</figcaption></figure>`
    );
  }).join('');
}

/** Paragraphs with one footnote each. */
export function bodyOfFootnotes(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const text = numbers.map(
    (n) =>
      `<p>${sampleText}<sup><a href="#anchor-fn-n${n}" id="anchor-fnref-n${n}" class="block-footnote">${n}</a></sup></p>`,
  );
  const notes = numbers.map(
    (n) => `<li id="anchor-fn-n${n}">Note ${n} <a href="#anchor-fnref-n${n}" class="block-back">↩</a></li>`,
  );
  return `${text.join('')}<ol class="block-footnotes">${notes.join('')}</ol>`;
}

export function bodyOfTable(columns: number, rows: number): string {
  const row = (y: number) =>
    `<tr>${Array.from({ length: columns }, (_, x) => `<td>${x + 1}, ${y + 1}</td>`).join('')}</tr>`;
  return `<p>Before</p><table><tbody>${Array.from({ length: rows }, (_, y) => row(y)).join('')}</tbody></table>`;
}
