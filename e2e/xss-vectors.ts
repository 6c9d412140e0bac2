// HTML that runs alert(1) in some browser where it is trusted: one of each published family, and their disguises.

/** Elements that run or load by themselves. */
const tags = [
  '<script>alert(1)</script>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<script src="data:text/javascript,alert(1)"></script>',
  '<script/x>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\n>alert(1)</script\n>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<object data="data:text/html,<script>parent.alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="javascript:alert(1)//"><a href="x">x</a>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="stylesheet" href="javascript:alert(1)">',
  '<link rel="import" href="data:text/html,<script>alert(1)</script>">',
  '<style>@import "javascript:alert(1)";</style>',
  '<frameset onload="alert(1)"><frame src="javascript:alert(1)"></frameset>',
  '<applet code="javascript:alert(1)"></applet>',
  '<form action="javascript:alert(1)"><input type="submit" autofocus onfocus="alert(1)"></form>',
  '<button formaction="javascript:alert(1)" autofocus onfocus="alert(1)">x</button>',
  '<isindex action="javascript:alert(1)" type="image">',
  '<template><script>alert(1)</script></template>',
  '<portal src="javascript:alert(1)"></portal>',
];

/** Attributes that run. */
const attributes = [
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)">',
  '<IMG """><img src=x onerror=alert(1)>">',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x:x onerror=alert`1`>',
  '<p onmouseover="alert(1)" onclick="alert(1)">x</p>',
  '<p style="animation-name:x" onanimationstart="alert(1)">x</p><style>@keyframes x{}</style>',
  '<body onload=alert(1)>',
  '<body onpageshow=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)></select>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<video><source onerror="alert(1)"></video>',
  '<video src=x onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<a href="https://example.com" onfocus=alert(1) autofocus tabindex=1 id=x>x</a>',
  '<p tabindex=1 autofocus onfocus=alert(1)>x</p>',
  '<blockquote style="background:url(javascript:alert(1))">x</blockquote>',
  '<p style="width:expression(alert(1))">x</p>',
  '<li style="-moz-binding:url(data:text/xml,alert)">x</li>',
  '<ol start="1\\" onclick=alert(1) x=\\"">x</ol>',
  '<a href="https://x" target="_self" rel="opener" ping="javascript:alert(1)" onclick=alert(1)>x</a>',
];

/** Addresses that run. */
const protocols = [
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="javascript&#x3A;alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="javascript://%0aalert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:alert(1)">x</a>',
  '<a href="view-source:javascript:alert(1)">x</a>',
  '<a href="blob:javascript:alert(1)">x</a>',
  '<a href="https://x javascript:alert(1)">x</a>',
  '<a xlink:href="javascript:alert(1)">x</a>',
];

/** Elements of other languages within HTML. */
const foreign = [
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><script>alert&#40;1&#41;</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text x=20 y=20>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a><animate attributeName=href values="javascript:alert(1)"/><text>x</text></a></svg>',
  '<svg><set attributeName=onmouseover to=alert(1)>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=alert(1)>#x"/></svg>',
  '<svg><foreignObject><iframe src="javascript:alert(1)"></iframe></foreignObject></svg>',
  '<svg><image href=x onerror=alert(1)></svg>',
  '<math href="javascript:alert(1)">x</math>',
  '<math><maction actiontype="statusline#" xlink:href="javascript:alert(1)">x</maction></math>',
  '<math><mi xlink:href="data:x,<script>alert(1)</script>"></mi></math>',
];

/** Harmless as first parsed, running once written out and parsed again. */
const mutations = [
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src onerror=alert(1)>">',
  '<p><svg><style><!--</style><img src=x onerror=alert(1)>--></style></svg></p>',
  '<listing>&lt;img onerror=alert(1) src=x&gt;</listing>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<title><p title="</title><img src=x onerror=alert(1)>"></title>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>"></iframe>',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<select><option><style></option></select><b><![CDATA[</style></b><img src=x onerror=alert(1)>]]>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<template><p></template><img src=x onerror=alert(1)></template>',
  `${'<b>'.repeat(600)}<svg><style><img src=x onerror=alert(1)></style></svg>`,
];

/** Text that must stay text. */
const encodings = [
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '\uFF1Cscript\uFF1Ealert(1)\uFF1C/script\uFF1E',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<a href="https://x/&quot;&gt;&lt;img src=x onerror=alert(1)&gt;">x</a>',
  "<p>'-alert(1)-'</p>${alert(1)}{{constructor.constructor('alert(1)')()}}",
];

export const xssVectors: readonly string[] = [
  ...tags,
  ...attributes,
  ...protocols,
  ...foreign,
  ...mutations,
  ...encodings,
];
