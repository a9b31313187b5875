import type { KoaContextWithOIDC } from 'oidc-provider';
import { preferredLanguage } from '../../mail/index.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';
import { requestContext } from './request-context.ts';

/** For pages that the library sends: nothing is loaded, and forms may post to the application (`response_mode=form_post`). */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

const style = `
:root{color-scheme:light dark;--back:#f7f8f9;--card:#fff;--text:#16181d;--dim:#5b6270;--line:#d9dde3;--accent:#0d5fd8}
@media(prefers-color-scheme:dark){:root{--back:#101216;--card:#181b21;--text:#eceef2;--dim:#a3abb9;--line:#333a46;--accent:#7ab0ff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--text);
font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:480px;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:24px}
h1{font-size:20px;line-height:1.3;margin:0 0 12px}
p{margin:0 0 12px;overflow-wrap:anywhere}
.dim{color:var(--dim);font-size:14px}
code{font-size:14px}
form{display:flex;flex-wrap:wrap;gap:8px;margin:16px 0 0}
input[type=text]{width:100%;font:inherit;font-size:20px;letter-spacing:2px;text-transform:uppercase;padding:8px 12px;
border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit}
button{font:inherit;padding:8px 16px;border-radius:8px;border:1px solid var(--accent);background:var(--accent);
color:var(--card);cursor:pointer}
button.second{background:transparent;color:var(--accent)}
a{color:var(--accent)}`;

/** The texts in the language of the browser. */
export function textsOfRequest(): PageTexts {
  return pageTexts[preferredLanguage(requestContext().acceptLanguage) ?? 'en'];
}

/** `body` is HTML; `title` is text. */
export function sendPage(ctx: KoaContextWithOIDC, title: string, body: string): void {
  const language = preferredLanguage(requestContext().acceptLanguage) ?? 'en';
  ctx.type = 'html';
  ctx.body = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

type Values = Readonly<Record<string, string>>;

/** The text with its `{name}` places filled in, as HTML. */
export function fill(text: string, values: Values): string {
  return escapeHtml(fillText(text, values));
}

/** As `fill`, as text. */
export function fillText(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
