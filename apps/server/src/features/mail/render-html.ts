import type { MailLanguage } from '@gatewarden/contract/mail';
import { type Block, type MailDocument, type Piece, previewOf } from './mail-document.ts';

/**
 * The mail as HTML that mail clients support: tables for layout, inline styles, no external resources. Clients that
 * support dark mode use the colors of the stylesheet; the others show the light ones.
 */
export function renderHtml(document: MailDocument, language: MailLanguage): string {
  const { subject, sender, title, greeting, blocks, footer } = document;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${stylesheet}</style>
</head>
<body class="page" style="margin:0;padding:0;${colors.page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(previewOf(document))}${previewEnd}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="${colors.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:560px;border-radius:8px;${colors.card}">
<tr><td class="ink line" style="padding:20px 28px;font-size:15px;line-height:24px;font-weight:600;word-break:break-word;border-bottom:1px solid;${font};${colors.ink};${colors.line}">${escapeHtml(sender)}</td></tr>
<tr><td style="padding:24px 28px 8px;${font}">
<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;word-break:break-word;${colors.ink}">${escapeHtml(title)}</h1>
${greeting === undefined ? '' : renderBlock({ kind: 'paragraph', pieces: [greeting] })}
${blocks.map(renderBlock).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:8px 28px 24px;word-break:break-word;font-size:13px;line-height:20px;${font};${colors.quiet}">${escapeHtml(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans KR','Malgun Gothic',sans-serif";
const colors = {
  page: 'background-color:#f1f3f5',
  card: 'background-color:#ffffff',
  ink: 'color:#16191d',
  quiet: 'color:#5c636a',
  well: 'background-color:#f1f3f5',
  line: 'border-color:#e6e9ed',
  /** The accent of the console. */
  button: 'background-color:#5b5dd6;color:#ffffff',
} as const;
/** Invisible, so that clients do not continue the preview with the beginning of the mail. */
const previewEnd = '&#847;&zwnj;&nbsp;'.repeat(80);
const stylesheet = `
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#101214!important}
.card{background-color:#1b1e21!important}
.ink{color:#f1f3f5!important}
.quiet{color:#a8b0b8!important}
.well{background-color:#2b3035!important}
.line{border-color:#2b3035!important}
}
`;
const textStyle = `margin:0 0 16px;font-size:15px;line-height:24px;${colors.ink}`;

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="${textStyle}">${block.pieces.map(renderPiece).join('')}</p>`;
    case 'heading':
      return `<h2 class="ink" style="margin:8px 0 12px;font-size:17px;line-height:24px;font-weight:600;word-break:break-word;${colors.ink}">${block.pieces.map(renderPiece).join('')}</h2>`;
    case 'list': {
      const tag = block.isOrdered ? 'ol' : 'ul';
      const items = block.items.map((item) => `<li style="margin:0 0 4px">${item.map(renderPiece).join('')}</li>`);
      return `<${tag} class="ink" style="padding-left:24px;${textStyle}">${items.join('')}</${tag}>`;
    }
    case 'code':
      return `<p class="ink well" style="margin:0 0 16px;padding:16px;border-radius:6px;text-align:center;font-size:28px;line-height:36px;letter-spacing:6px;${colors.ink};${colors.well}"><strong>${escapeHtml(block.code)}</strong></p>`;
    case 'facts':
      return `<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${block.facts.map(renderFact).join('')}</table>`;
    case 'action':
      return `<p style="margin:8px 0 20px"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;font-size:15px;line-height:24px;font-weight:600;text-decoration:none;${colors.button}">${escapeHtml(block.label)}</a></p>`;
  }
}

function renderPiece(piece: Piece): string {
  if (typeof piece === 'string') return escapeHtml(piece);
  if ('lineBreak' in piece) return '<br>';
  if ('strong' in piece) return `<strong>${escapeHtml(piece.strong)}</strong>`;
  if ('emphasis' in piece) return `<em>${escapeHtml(piece.emphasis)}</em>`;
  if ('verbatim' in piece) return `<code style="font-family:monospace">${escapeHtml(piece.verbatim)}</code>`;
  return `<a href="${escapeHtml(piece.url)}" style="color:#5b5dd6">${escapeHtml(piece.link)}</a>`;
}

function renderFact([label, value]: readonly [string, string]): string {
  const cell = 'padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-size:15px;line-height:24px';
  return `<tr><th scope="row" class="quiet" style="${cell};font-weight:400;${label.length > 20 ? '' : 'white-space:nowrap;'}${colors.quiet}">${escapeHtml(label)}</th><td class="ink" style="${cell};overflow-wrap:break-word;${colors.ink}">${escapeHtml(value)}</td></tr>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
