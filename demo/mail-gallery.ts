import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MailLanguage } from '@gatewarden/contract/mail';
import { renderMail } from '../apps/server/src/features/mail/render-mail.ts';
import { type Template, templates } from '../apps/server/src/features/mail/templates.ts';
import { sampleMails } from '../apps/server/test/given/sample-mails.ts';

/** Pages with every mail in every language. Disposing ends the server. */
export interface MailGallery extends AsyncDisposable {
  readonly url: string;
}

const languages = MailLanguage.options;
const names = Object.keys(templates) as Template[];
const contentTypes = { html: 'text/html; charset=utf-8', txt: 'text/plain; charset=utf-8' } as const;

/** Listens on a free port of this machine. `consoleUrl` is where the links of mails lead. */
export async function startMailGallery(consoleUrl: string): Promise<MailGallery> {
  const render = (template: Template, language: MailLanguage) =>
    renderMail({ template, language, values: sampleMails[template] }, { name: 'Gatewarden', url: consoleUrl });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [language, template, format] = pathname.slice(1).split(/[/.]/);
    const send = (type: keyof typeof contentTypes, body: string, status = 200) =>
      response.writeHead(status, { 'content-type': contentTypes[type] }).end(body);
    if (pathname === '/') return send('html', indexPage());
    const [name, asked] = [names.find((each) => each === template), languages.find((each) => each === language)];
    if (!name || !asked) return send('txt', 'not found', 404);
    const mail = render(name, asked);
    if (format === 'html') return send('html', mail.html);
    return send('html', mailPage(asked, name, mail));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function indexPage(): string {
  const rows = names.map((name) => {
    const links = languages.map((language) => `<td><a href="/${language}/${name}">${language}</a></td>`);
    return `<tr><th scope="row">${name}</th>${links.join('')}</tr>`;
  });
  return page('en', 'Mails', `<h1>Mails</h1><table>${rows.join('\n')}</table>`);
}

function mailPage(language: MailLanguage, name: Template, { subject, text }: ReturnType<typeof renderMail>): string {
  const others = languages.map((each) => `<a href="/${each}/${name}">${each}</a>`).join(' ');
  return page(
    language,
    subject,
    `<p><a href="/">Mails</a> ${others}</p><h1>${escapeText(subject)}</h1>
<div class="mail"><iframe src="/${language}/${name}.html" title="HTML"></iframe><pre>${escapeText(text)}</pre></div>`,
  );
}

function page(language: MailLanguage, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.5rem; }
h1 { font-size: 1.25rem; }
th { text-align: start; font-weight: 400; }
td { padding: 0.25rem 0.75rem; }
.mail { display: flex; flex-wrap: wrap; gap: 1.5rem; }
iframe { flex: 2 1 20rem; height: 80vh; border: 1px solid gray; }
pre { flex: 1 1 20rem; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>${body}</body>
</html>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
