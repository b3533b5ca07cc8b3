import { readFileSync } from 'node:fs';

import { corpusPath, missingCorpus } from '#tests/corpora.ts';

/**
 * The content of the clipboard after a copy, in the style of the programs that people write in, and what an author
 * means by it.
 */
type Paste = { html: string; written: string };

export const wordPaste: Paste = {
  html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->
<h1 style='mso-list:none'>The <span class=GramE>plan</span><o:p></o:p></h1>
<p class=MsoNormal style='text-align:center'><b>Bold</b>, <i>slanted</i> and <span style='color:red;mso-themecolor:accent1'>red</span><span style='font-family:"Calibri"'> words</span>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Within<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Second<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Numbered<o:p></o:p></p>
<table class=MsoTableGrid border=1><tr><td width=301 style='width:225.4pt;border:solid'><p class=MsoNormal>Cell<o:p></o:p></p></td></tr></table>
<!--EndFragment--></body></html>`,
  written:
    '<h1>The plan</h1><p class="align-center"><strong>Bold</strong>, <em>slanted</em> and <span class="color-red">red</span> words.</p>' +
    '<ul><li>First<ul><li>Within</li></ul></li><li>Second</li></ul><ol><li>Numbered</li></ol>' +
    '<table><tbody><tr><td>Cell</td></tr></tbody></table>',
};

/** Two footnotes, as Word puts them on the clipboard: each knows the other by a name. */
export const footnotePaste: Paste = {
  html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=EN-US><!--StartFragment-->
<p class=MsoNormal><span lang=EN-US>Said<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:11.0pt'>[1]</span></span><![endif]></span></span></a> and more<a href="file:///C:/Temp/clip.htm#_ftn2" name="_ftnref2">[2]</a>.<o:p></o:p></span></p>
<p class=MsoNormal id=cookie>Body.</p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1>
<p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference><!--[if !supportFootnotes]-->[1]<!--[endif]--></span></a> Where.<o:p></o:p></p><p class=MsoFootnoteText>It is.</p></div>
<div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText><a name="_ftn2"></a><a href="#_ftnref2">[2]</a> When. <a href="#lost">Lost</a> <span id=unwanted>words</span></p></div></div>
<!--EndFragment--></body></html>`,
  written:
    '<p>Said<sup><a href="#anchor-fn-1" id="anchor-fnref-1" class="block-footnote">1</a></sup> and more' +
    '<sup><a href="#anchor-fn-2" id="anchor-fnref-2" class="block-footnote">2</a></sup>.</p><p id="anchor-cookie">Body.</p>' +
    '<ol class="block-footnotes"><li id="anchor-fn-1">Where. It is. <a href="#anchor-fnref-1" class="block-back">↩</a></li>' +
    '<li id="anchor-fn-2">When. <a href="#anchor-lost">Lost</a> words <a href="#anchor-fnref-2" class="block-back">↩</a></li></ol>',
};

export const googleDocsPaste: Paste = {
  html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-2f1c"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;">A heading</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-family:Arial;color:#000000;font-weight:700;font-style:normal;text-decoration:none;white-space:pre-wrap;">Bold</span><span style="font-size:11pt;font-family:Arial;color:#000000;font-weight:400;white-space:pre-wrap;"> and </span><span style="font-style:italic;color:#000000;">slanted</span><span style="color:#000000;">, </span><a href="https://example.org/" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">a link</span></a><span style="color:#0000ff;">, blue</span><span style="font-size:6.6pt;vertical-align:super;">2</span><span style="text-decoration:line-through;">gone</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">One</span></p></li></ul></b>`,
  written:
    '<h2 dir="ltr">A heading</h2><p dir="ltr"><strong>Bold</strong> and <em>slanted</em>, <a href="https://example.org/">a link</a>' +
    '<span class="color-blue">, blue</span><sup>2</sup><s>gone</s></p><ul><li dir="ltr">One</li></ul>',
};

export const webPagePaste: Paste = {
  html: `<html><body><!--StartFragment--><nav><a href="/menu">Menu</a></nav><div class="article fixed inset-0" style="position:fixed;color:rgb(51,51,51);font-family:Georgia"><h2 class="title" onclick="alert(1)" style="color:#e91e63">News</h2><p style="margin:0;font-size:19px"><span style="font-weight:600">Strong</span> words with <a href="javascript:alert(1)">a bad</a> and <a href="https://example.org/" style="color:red">a good</a> link.<img src="https://tracker.test/pixel.gif" alt=""></p><script>alert(1)</script><style>p{color:red}</style><p style="display:none">Unseen</p><ul><li style="list-style:none">Item</li></ul><button>Press</button></div><!--EndFragment--></body></html>`,
  written:
    '<h2>News</h2><p><strong>Strong</strong> words with a bad and <a href="https://example.org/">a good</a> link.</p><ul><li>Item</li></ul><p>Press</p>',
};

/** Pastes of which one program wrote more than it meant, each with its name. */
export const otherPastes: Readonly<Record<string, Paste>> = {
  'words that end the style around them': {
    html: '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><ul><li style="font-weight:700;color:#ff0000"><p><span style="font-weight:700;color:#ff0000">Lead</span><span style="font-weight:400;color:#000000"> plain</span></p></li><ul><li style="font-style:italic;text-decoration:underline"><p><span style="font-style:italic;text-decoration:underline">A</span><span style="font-style:normal;text-decoration:none"> b</span></p></li></ul></ul></b>',
    written:
      '<ul><li><strong><span class="color-red">Lead</span></strong> plain<ul><li><em><u>A</u></em> b</li></ul></li></ul>',
  },
  'a page with bold around': {
    html: '<p><b>Bold <span style="font-weight:400">not</span></b> <strong style="font-weight:normal">never</strong></p>',
    written: '<p><strong>Bold </strong>not never</p>',
  },
  'tasks of Google Docs': {
    html: '<b style="font-weight:normal" id="docs-internal-guid-2"><ul><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,iVBORw0KGgo=" alt="unchecked" aria-roledescription="checkbox"><p style="display:inline-block"><span style="font-weight:400">Buy</span></p></li></ul></b>',
    written: '<ul><li>Buy</li></ul>',
  },
  'lists of Word Online': {
    html: '<div class="ListContainerWrapper"><ul><li data-aria-level="1"><p>Fruit</p></li></ul></div><div class="ListContainerWrapper"><ul><li data-aria-level="2"><p>Apple</p></li></ul></div><div class="ListContainerWrapper"><ol start="1"><li data-aria-level="1"><p>One</p></li></ol></div><p>Between</p><div class="ListContainerWrapper"><ol start="2"><li data-aria-level="1"><p>Two</p></li></ol></div>',
    written:
      '<ul><li>Fruit<ul><li>Apple</li></ul></li></ul><ol><li>One</li></ol><p>Between</p><ol start="2"><li>Two</li></ol>',
  },
  'a list of Word that goes on': {
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${['1.', '', '2.'].map((mark) => (mark === '' ? '<p class=MsoNormal>Between</p>' : `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}</span><![endif]>Item</p>`)).join('')}</body></html>`,
    written: '<ol><li>Item</li></ol><p>Between</p><ol start="2"><li>Item</li></ol>',
  },
  'code of a chat': {
    html: '<pre class="overflow-visible"><div><div>python</div><button>Copy code</button><div><code class="whitespace-pre language-python"><span>if</span> a:\n    b()\n</code></div></div></pre>',
    written: '<pre><code class="language-python">if a:\n    b()</code></pre>',
  },
  'code of GitHub': {
    html: '<div class="highlight highlight-source-js"><pre><span>let</span> a;\n<b>b</b></pre></div><table><tr><td class="blob-num">1</td><td class="blob-code">one</td></tr><tr><td class="blob-num">2</td><td class="blob-code">  two</td></tr></table>',
    written: '<pre><code class="language-js">let a;\nb</code></pre><pre><code>one\n  two</code></pre>',
  },
  'code of VS Code': {
    html: '<div style="color:#ccc;font-family:Consolas, \'Courier New\', monospace;white-space: pre;"><div><span style="font-weight:bold">if</span> a</div><br><div>  b</div></div>',
    written: '<pre><code>if a\n\n  b</code></pre>',
  },
  'tasks and lists of Notion': {
    html: '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Done</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">Open</span></li></ul><p>Between</p><ol class="numbered-list" start="1"><li>One</li></ol><ol class="numbered-list" start="2"><li>Two</li></ol>',
    written: '<ul><li>Done</li><li>Open</li></ul><p>Between</p><ol><li>One</li><li>Two</li></ol>',
  },
  'levels in classes': {
    html: '<ol><li>One</li><li class="ql-indent-1">Within</li><li>Two</li></ol><p>Between</p><ul><li class="list--level--1">A</li><li class="list--level--2">B</li></ul>',
    written:
      '<ol><li>One<ol><li>Within</li></ol></li><li>Two</li></ol><p>Between</p><ul><li>A<ul><li>B</li></ul></li></ul>',
  },
  'a callout of Notion': {
    html: '<figure class="callout"><div><span class="icon">💡</span></div><div>Think.</div></figure>',
    written: '<aside class="block-note"><p>Think.</p></aside>',
  },
};

/** Pastes of the corpora, with what their authors mean; none where the corpora are not there. */
export function readPasteCorpus(): Record<string, Paste> {
  const file = 'moving/paste.json';
  if (missingCorpus(file) !== null) return {};
  const found: [string, string][] = JSON.parse(readFileSync(corpusPath(file), 'utf8'));
  return Object.fromEntries(found.map(([name, html]) => [name, { html, written: meant[name] ?? '' }]));
}

const meant: Readonly<Record<string, string>> = {
  'docs list lead bold':
    '<ul><li dir="ltr"><strong>Lead:</strong> the rest is plain.<ul><li dir="ltr"><em>Ital</em> plain nested</li></ul></li><li dir="ltr"><u>Under</u> not under</li></ul><p dir="ltr">Para plain <strong>bold</strong></p>',
  'docs checklist': '<ul><li dir="ltr">Buy milk</li><li dir="ltr"><s>Done thing</s></li></ul>',
  'word desktop nested':
    '<ol><li>First<ol><li>Sub a</li></ol></li><li>Second</li></ol><p>Plain between</p><ol start="3"><li>Third</li></ol><ul><li><strong>Bold bullet</strong> rest<ul><li>Level three directly</li></ul></li></ul>',
  'word online nested':
    '<ul><li>Fruit<ul><li>Apple</li></ul></li><li>Bread</li></ul><p><strong>Bold run</strong> plain run</p><ol><li>One</li><li>Two</li></ol>',
};
