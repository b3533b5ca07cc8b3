/** Text as XML 1.0 can carry it: characters that no XML document may hold are taken out, the rest is escaped. */
export function xmlText(text: string): string {
  return xmlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Text in a CDATA section; an end of section inside it is split over two. */
export function xmlData(text: string): string {
  return `<![CDATA[${xmlCharacters(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function xmlCharacters(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
