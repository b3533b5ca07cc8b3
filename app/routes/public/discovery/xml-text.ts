/** Text for XML 1.0: characters that XML does not allow are removed, the rest is escaped. */
export function xmlText(text: string): string {
  return xmlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Text in a CDATA section. A `]]>` inside is split over two sections. */
export function xmlData(text: string): string {
  return `<![CDATA[${xmlCharacters(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function xmlCharacters(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

// oxlint-disable-next-line no-control-regex -- control characters are what this pattern finds
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
