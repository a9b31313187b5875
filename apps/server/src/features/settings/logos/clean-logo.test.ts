import { inflateSync } from 'node:zlib';
import { DomainError } from '@gatewarden/contract/errors';
import { describe, expect, it } from 'vitest';
import { jpeg, jpegSegment, png, pngChunk, svg, webp, webpChunk, webpChunks } from '../../../../test/given/logos.ts';
import { cleanLogo } from './clean-logo.ts';

const script = '<script>alert(document.domain)</script>';
const codeOf = (bytes: Buffer, kind: 'main' | 'navigation' = 'main') => {
  try {
    cleanLogo(bytes, kind);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code;
  }
};

describe('an image of pixels', () => {
  it.each([
    ['image/png', png()],
    ['image/jpeg', jpeg],
    ['image/webp', webp(webpChunks.lossy)],
    ['image/webp', webp(webpChunks.lossless)],
    ['image/webp', webp(webpChunks.header, webpChunks.alpha, webpChunks.lossy)],
  ])('is recognized as %s by its content', (contentType, bytes) => {
    expect(cleanLogo(bytes, 'main')).toMatchObject({ contentType, width: 24, height: 10 });
  });

  it('remains what it shows, without text, metadata and profiles', () => {
    const files = [
      png({ chunks: [pngChunk('tEXt', Buffer.from(`Comment\0${script}`)), pngChunk('iCCP', Buffer.from(script))] }),
      Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xfe, Buffer.from(script)), jpeg.subarray(2)]),
      Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xe1, Buffer.from(script)), jpeg.subarray(2)]),
      webp(webpChunks.header, webpChunks.profile, webpChunks.lossy, webpChunk('XMP ', Buffer.from(script))),
      webp(webpChunk('junk', Buffer.from(script)), webpChunks.lossless),
    ];
    for (const file of files) {
      const { content } = cleanLogo(file, 'main');
      expect(file.includes('script')).toBe(true);
      expect(content.includes('script')).toBe(false);
      expect(cleanLogo(content, 'main').content).toEqual(content);
    }
    expect(cleanLogo(jpeg, 'main').content).toEqual(jpeg);
    const { content } = cleanLogo(png(), 'main');
    const data = content.subarray(content.indexOf('IDAT') + 4, content.indexOf('IEND') - 8);
    expect(inflateSync(data)).toEqual(Buffer.alloc(73 * 10, Buffer.from([0, ...Array(24).fill([200, 0, 0]).flat()])));
  });

  it.each([
    ['PNG', png()],
    ['JPEG', jpeg],
    ['WebP', webp(webpChunks.lossy)],
  ])('is refused as a %s with more behind it, or with less', (_, bytes) => {
    expect(codeOf(Buffer.concat([bytes, Buffer.from(script)]))).toBe('logo_unsupported');
    for (let length = 1; length < bytes.length; length += 1)
      expect(codeOf(bytes.subarray(0, length))).toBe('logo_unsupported');
  });

  it('is refused if its pixels are damaged, too few, or far more than its size', () => {
    const changed = png();
    changed[changed.indexOf('IDAT') + 8] = 1;
    expect(codeOf(changed)).toBe('logo_unsupported');
    for (const size of [10, 730 + 1, 50_000_000])
      expect(codeOf(png({ pixels: Buffer.alloc(size) }))).toBe('logo_unsupported');
    expect(codeOf(png({ chunks: [pngChunk('EVIL', Buffer.alloc(3))] }))).toBe('logo_unsupported');
    expect(codeOf(webp(webpChunks.lossy, webpChunks.lossy))).toBe('logo_unsupported');
    expect(codeOf(webp(webpChunks.header, webpChunk('ANIM', Buffer.alloc(6)), webpChunks.lossy))).toBe(
      'logo_unsupported',
    );
  });

  it('is refused if it has more pixels than its place, with both sizes', () => {
    expect(codeOf(png({ width: 250, height: 100 }))).toBe('accepted');
    expect(codeOf(png({ width: 251, height: 1 }))).toBe('logo_too_large');
    expect(codeOf(png({ width: 100, height: 100 }), 'navigation')).toBe('accepted');
    expect(codeOf(png({ width: 101, height: 10 }), 'navigation')).toBe('logo_too_large');
    // before its pixels are decompressed
    expect(codeOf(png({ width: 60_000, height: 60_000, pixels: Buffer.alloc(1) }))).toBe('logo_too_large');
    expect(() => cleanLogo(png({ width: 251, height: 7 }), 'main')).toThrow(
      expect.objectContaining({
        details: { field: 'data', width: 251, height: 7, max_width: 250, max_height: 100 },
      }),
    );
  });
});

it.each([
  ['an empty file', ''],
  ['a page', `<!doctype html><html><body>${script}</body></html>`],
  ['a page in XML', `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
  ['an animation', 'GIF89a\x18\0\x0a\0'],
  ['a GIF that is a script', 'GIF89a/*\0*/=alert(1)'],
  ['a document', '%PDF-1.7'],
  ['SVG without a namespace', '<svg width="1" height="1"/>'],
  ['two drawings', `${svg('')}${svg('')}`],
  ['a drawing with a page behind it', `${svg('')}<html>${script}</html>`],
  ['a drawing that is not closed', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">'],
  ['a drawing without a size', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a drawing with an unknown entity', svg('<text>&evil;</text>').toString()],
])('refuses %s', (_, text) => {
  expect(codeOf(Buffer.from(text, 'latin1'))).toMatch(/^logo_un(supported|safe)$/);
});

describe('a drawing', () => {
  const cleaned = (content: string, attributes?: string) =>
    cleanLogo(svg(content, attributes), 'main').content.toString();

  it('remains what it shows', () => {
    const content =
      '<title>Logo &amp; name</title><defs><linearGradient id="a"><stop offset="0" stop-color="rgb(1 2 3)"></stop></linearGradient>' +
      '<style>.b{fill:url(#a)} @media (prefers-color-scheme: dark){.b{fill:#fff}}</style></defs>' +
      '<path class="b" d="M0 0h10v10z" transform="translate(1 2)"></path><use href="#c"></use><text id="c">가나 ąę</text>';
    expect(cleaned(content)).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50">${content.replace('10z"', '10z"')}</svg>`,
    );
    expect(cleanLogo(Buffer.from(cleaned(content)), 'main').content.toString()).toBe(cleaned(content));
  });

  const nested = (levels: number, element: (next: number) => string, container: string) =>
    Array.from({ length: levels }, (_, level) => `<${container} id="m${level}">${element(level + 1)}</${container}>`);

  it.each([
    ['masks', nested(6, (next) => `<rect mask="url(#m${next})"/>`.repeat(10), 'mask')],
    [
      'clip paths in styles',
      nested(6, (next) => `<rect style="clip-path: URL( '#m${next}' )"/>`.repeat(10), 'clipPath'),
    ],
    ['patterns', nested(6, (next) => `<rect fill="url(#m${next})"/>`.repeat(10), 'pattern')],
    [
      'masks by classes',
      [
        '<style>.c1{mask:url(#m1)}.c2{mask:url(#m2)}.c3{mask:url(#m3)}.c4{mask:url(#m4)}.c5{mask:url(#m5)}</style>',
        ...nested(6, (next) => `<rect class="c${next}"/>`.repeat(10), 'mask'),
      ],
    ],
    [
      'a marker at each point',
      [`<marker id="m">${'<rect/>'.repeat(200)}</marker><path marker-mid="url(#m)" d="M0 0${'h1v1'.repeat(200)}"/>`],
    ],
    ['a mask in itself', ['<mask id="m"><rect mask="url(#m)"/></mask>']],
    [
      'a marker of a style at each point',
      [
        '<style>path{marker-mid:url(#m)}</style><marker id="m"><rect/></marker>',
        `<path d="M0 0${'h1v1'.repeat(10_000)}"/>`,
      ],
    ],
    ['uses of a long path', [`<path id="p" d="M0 0${'h1v1'.repeat(2_000)}"/>`, '<use href="#p"/>'.repeat(300)]],
    [
      'masks and filters of a style',
      [
        '<style>rect{mask:url(#m);filter:url(#f)}</style><mask id="m"><rect/></mask><filter id="f"><feGaussianBlur/></filter>',
        '<rect/>'.repeat(3_000),
      ],
    ],
    [
      'masks and filters of attributes',
      [
        '<mask id="m"><rect/></mask><filter id="f"><feGaussianBlur/></filter>',
        '<rect mask="url(#m)" filter="url(#f)"/>'.repeat(1_900),
      ],
    ],
    [
      'a marker at each point that the path inherits',
      [
        '<marker id="m"><rect/></marker><g style="stroke:red; marker-mid:url(#m)">',
        `<path d="M0 0${'h1v1'.repeat(10_000)}"/></g>`,
      ],
    ],
    [
      'patterns that shapes inherit',
      [`<pattern id="p">${'<rect/>'.repeat(300)}</pattern><g fill="url(#p)">`, `${'<rect/>'.repeat(300)}</g>`],
    ],
    ...[
      '*{mask:url(#m);filter:url(#f)}',
      '.a{mask:url(#m)} .a, rect{filter:url(#f);mask:url(#m)}',
      '/*}.a{*/ rect{mask:url(#m);filter:url(#f)}',
      '.a{font:"}.a{"} rect{mask:url(#m);filter:url(#f)}',
      'svg{.a{fill:red} rect{mask:url(#m);filter:url(#f)}}',
      'rect{.a{fill:red} mask:url(#m);filter:url(#f)}',
    ].map((css): [string, string[]] => [
      `masks of ${css}`,
      [
        `<style>${css}</style><mask id="m"><rect/></mask><filter id="f"><feGaussianBlur/></filter>`,
        '<rect/>'.repeat(3_000),
      ],
    ]),
    ['text', [`<text>${'a'.repeat(90_000)}</text>`]],
    ['a kernel', [`<filter id="f"><feConvolveMatrix order="100" kernelMatrix="${'1 '.repeat(10_000)}"/></filter>`]],
  ])('is refused with more %s than a browser draws at once', (_, content) => {
    expect(codeOf(svg(`${content.join('')}<rect mask="url(#m0)"/>`))).toBe('logo_unsafe');
  });

  const chain = (length: number) =>
    Array.from({ length }, (_, nth) => `<mask id="m${nth}"><rect mask="url(#m${nth + 1})"/></mask>`);

  it.each([
    ['20 000 references in one attribute', `<path style="${'url(#q)'.repeat(20_000)}"/>`],
    ['a long attribute with a reference', `<path style="fill:url(#q);${'stroke:red;'.repeat(500)}"/>`],
    ['5 000 references of elements', '<g fill="url(#q)" stroke="url(#q)"/>'.repeat(2_500)],
    ['5 000 references in a style', `<style>${'g{fill:url(#q)}'.repeat(5_000)}</style>`],
    ['a chain of 2 400 masks', `${chain(2_400).join('')}<rect mask="url(#m0)"/>`],
    ['a chain of 2 400 masks in reverse order', `${chain(2_400).toReversed().join('')}<rect mask="url(#m0)"/>`],
    ['a chain of 40 masks in reverse order', `${chain(40).toReversed().join('')}<rect mask="url(#m0)"/>`],
  ])('is refused with %s', (_, content) => {
    expect(codeOf(svg(content))).toBe('logo_unsafe');
  });

  it('may have as many references as a detailed logo', () => {
    const path = `<path style="fill:url(#g);stroke:url(#g);${'stroke-width:1;'.repeat(20)}" d="M0 0h1"/>`;
    expect(codeOf(svg(`<linearGradient id="g"/>${path.repeat(600)}`))).toBe('accepted');
    expect(codeOf(svg(`<path style="fill:url(#g);${'stroke:red;'.repeat(300)}"/>`))).toBe('accepted');
    expect(codeOf(svg(`${chain(20).join('')}<rect mask="url(#m0)"/>`))).toBe('accepted');
  });

  it('may have masks, clip paths and gradients, as drawing programs write them', () => {
    const content = [
      '<style>.a{fill:url(#g)}.b{clip-path:url(#c1)}.d{clip-path:url(#c2)}.e{clip-path:url(#c3)}</style>',
      `<style>${[1, 2, 3, 4, 5].map((id) => `.f${id}{filter:url(#f${id})}`).join('')}</style>`,
      ...[1, 2, 3, 4, 5].map((id) => `<filter id="f${id}">${'<feOffset/>'.repeat(5)}</filter>`),
      `<linearGradient id="g">${'<stop/>'.repeat(20)}</linearGradient>`,
      ...[1, 2, 3].map((id) => `<clipPath id="c${id}"><rect/></clipPath>`),
      '<mask id="m"><rect fill="url(#g)"/></mask><mask id="n"><g mask="url(#m)"><path d="M0 0h1"/></g></mask>',
      '<path class="a" mask="url(#n)" d="M0 0h1"/>'.repeat(500),
    ];
    expect(codeOf(svg(content.join('')))).toBe('accepted');
  });

  it('may have a clip path, a mask and a filter for each of many classes', () => {
    const parts = Array.from(
      { length: 20 },
      (_, nth) =>
        `<style>.st${nth}{clip-path:url(#c${nth});} .m${nth},.n${nth}{mask:url(#m${nth});font-family:'Myriad'}
          @media screen{.f${nth}{filter:url("#f${nth}")}}</style>
          <path id="p${nth}" d="M0 0${'h1v1'.repeat(100)}"/><clipPath id="c${nth}"><use href="#p${nth}"/></clipPath>
          <mask id="m${nth}"><rect class="st${nth}"/><rect/></mask><filter id="f${nth}">${'<feOffset/>'.repeat(5)}</filter>
          <g class="st${nth}"><path class="m${nth}"/><path class="n${nth} f${nth}"/></g>`,
    );
    expect(codeOf(svg(parts.join('')))).toBe('accepted');
  });

  it('loses comments, metadata, declarations and the data of drawing programs', () => {
    const file = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd"><!-- ${script} -->
      <s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:inkscape="http://inkscape" xmlns:xlink="http://www.w3.org/1999/xlink"
        width="10mm" height="5mm" data-x="1" inkscape:version="1"><s:metadata><inkscape:a>text<s:rect/></inkscape:a></s:metadata>
        <inkscape:view><s:circle r="1"/></inkscape:view><s:use xlink:href="#a"/><s:rect id="a" unknown="1" width="1"/>text</s:svg>`;
    const { content, ...size } = cleanLogo(Buffer.from(file), 'main');
    expect(content.toString()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="5mm"><use href="#a"></use><rect id="a" width="1"></rect></svg>',
    );
    expect(size).toEqual({ contentType: 'image/svg+xml', width: 38, height: 19 });
  });

  it.each([
    script,
    '<SCRIPT/>',
    '<script xlink:href="//evil.example/a.js" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<rect onload="alert(1)"/>',
    '<rect OnClick="alert(1)"/>',
    '<rect ev:onload="alert(1)" xmlns:ev="http://www.w3.org/2001/xml-events"/>',
    '<metadata onclick="alert(1)"/>',
    '<metadata><script>alert(1)</script></metadata>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    '<p xmlns="http://www.w3.org/1999/xhtml"/>',
    '<a href="https://evil.example"><text>here</text></a>',
    '<image href="https://evil.example/track.png"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<feImage href="https://evil.example/track.png"/>',
    '<use href="https://evil.example/a.svg#b"/>',
    '<use href="data:image/svg+xml,a#b"/>',
    '<use xlink:href="javascript:alert(1)" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
    '<animateTransform attributeName="transform" type="rotate"/>',
    '<handler type="application/ecmascript">alert(1)</handler>',
    '<style>@import "https://evil.example/a.css";</style>',
    '<style>@font-face{font-family:a;src:url(https://evil.example/a)}</style>',
    '<style>rect{fill:url(https://evil.example/a#b)}</style>',
    '<style>rect{fill:url("https://evil.example/a#b")}</style>',
    '<style>rect{fill:u\\72l(https://evil.example/a)}</style>',
    '<style>rect{background:image-set("https://evil.example/a" 1x)}</style>',
    '<style>rect{fill:calc(image-set("https://evil.example/a" 1x))}</style>',
    '<style>rect{--a:"/*";fill:url(https://evil.example/a);--b:"*/"}</style>',
    '<style><![CDATA[rect{fill:url(//evil.example/a)}]]></style>',
    '<style>rect{fill:&#117;rl(//evil.example/a)}</style>',
    '<rect style="fill:url(//evil.example/a)"/>',
    '<rect fill="url(https://evil.example/a#b)"/>',
    '<rect fill="&#x75;rl(https://evil.example/a#b)"/>',
    '<rect filter="url(#a) url(https://evil.example/b#c)"/>',
    '<rect cursor="url(https://evil.example/a.cur), auto"/>',
    '<iframe/>',
    '<unknown/>',
    `<g id="a">${'<use href="#b"/>'.repeat(10)}</g><g id="b">${'<use href="#c"/>'.repeat(10)}</g>`,
    '<use id="a" href="#a"/>',
    '<rect/>'.repeat(6_000),
    `${'<g>'.repeat(100)}${'</g>'.repeat(100)}`,
  ])('is refused with %s', (content) => {
    expect(codeOf(svg(content))).toBe('logo_unsafe');
  });

  it.each([
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
    '<!DOCTYPE svg [<!ENTITY file SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE svg [ %remote; ]>',
    '<?xml-stylesheet href="https://evil.example/a.xsl" type="text/xsl"?>',
  ])('is refused with %s', (prolog) => {
    expect(codeOf(Buffer.concat([Buffer.from(prolog), svg('<text>&a;</text>')]))).toMatch(/^logo_un(safe|supported)$/);
    expect(codeOf(Buffer.concat([Buffer.from(prolog), svg('')]))).toBe('logo_unsafe');
  });

  it.each([
    ['width="250" height="100"', 'accepted'],
    ['width="250px" height="100px" viewBox="0 0 4000 4000"', 'accepted'],
    ['width="251" height="100"', 'logo_too_large'],
    ['viewBox="0 0 250 100"', 'accepted'],
    ['viewBox="0,0,512,512"', 'logo_too_large'],
    ['width="100%" height="100%" viewBox="0 0 250.001 100"', 'accepted'],
    ['width="50" viewBox="0 0 10 20"', 'accepted'],
    ['width="50" viewBox="0 0 10 21"', 'logo_too_large'],
    ['width="-5" height="10"', 'logo_unsupported'],
    ['width="0" height="10"', 'logo_unsupported'],
    ['width="1e9999" height="10"', 'logo_unsupported'],
    ['height="10"', 'logo_unsupported'],
  ])('with %s is %s', (size, code) => {
    expect(codeOf(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}/>`))).toBe(code);
  });

  it('is refused unless it is UTF-8', () => {
    expect(codeOf(Buffer.from(svg('').toString(), 'utf16le'))).toBe('logo_unsupported');
    expect(codeOf(Buffer.concat([svg('<text>').subarray(0, -6), Buffer.from([0xff])]))).toBe('logo_unsupported');
    expect(codeOf(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), svg('')]))).toBe('accepted');
  });
});
