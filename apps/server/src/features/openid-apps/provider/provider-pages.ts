import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { AppCache } from './app-cache.ts';
import { escapeHtml, fill, fillText, sendPage, textsOfRequest } from './pages.ts';

type RenderError = (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error) => Promise<void>;

/**
 * For requests whose application or redirect address is not certain: says what its owner has to fix and redirects
 * nowhere. An application that an administrator disabled is named, as restricted ones are during sign-in.
 */
export function createRenderError(apps: Pick<AppCache, 'findDisabledName'>): RenderError {
  return async (ctx, out, error) => {
    const { route, params } = ctx.oidc;
    const isRefused = error instanceof errors.InvalidClient && route === 'authorization';
    const app = isRefused ? await apps.findDisabledName(String(params?.['client_id'])) : undefined;
    if (app === undefined) return showFault(ctx, out, error);
    const texts = textsOfRequest();
    const body = paragraph(texts.error_disabled_body) + home(texts.home);
    sendPage(ctx, fillText(texts.error_disabled_title, { app }), body);
  };
}

async function showFault(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> {
  const texts = textsOfRequest();
  if (error instanceof errors.SessionNotFound) {
    return sendPage(ctx, texts.error_ended_title, paragraph(texts.error_ended_body) + home(texts.home));
  }
  if (out.error === 'server_error') {
    return sendPage(ctx, texts.error_server_title, paragraph(texts.error_server_body) + home(texts.home));
  }
  const details = `<code>${escapeHtml(out.error)}</code>: ${escapeHtml(out.error_description ?? '')}`;
  sendPage(
    ctx,
    texts.error_title,
    `${paragraph(texts.error_body)}<p class="dim">${escapeHtml(texts.error_owner)}<br>${details}</p>${home(texts.home)}`,
  );
}

/** `form` is the library's form with its protection against forged requests. */
export async function confirmLogout(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const texts = textsOfRequest();
  const app = ctx.oidc.client?.clientName;
  const body = app ? fill(texts.logout_app_body, { app }) : escapeHtml(texts.logout_body);
  sendPage(
    ctx,
    texts.logout_title,
    `<p>${body}</p>${form}
<form><button form="op.logoutForm" type="submit" name="logout" value="yes" autofocus>${escapeHtml(texts.logout_yes)}</button>
<button class="second" form="op.logoutForm" type="submit">${escapeHtml(texts.logout_no)}</button></form>`,
  );
}

export async function showLoggedOut(ctx: KoaContextWithOIDC): Promise<void> {
  const texts = textsOfRequest();
  sendPage(ctx, texts.logout_done_title, paragraph(texts.logout_done_body) + home(texts.home));
}

export async function askUserCode(
  ctx: KoaContextWithOIDC,
  form: string,
  _out?: ErrorOut,
  error?: Error,
): Promise<void> {
  const texts = textsOfRequest();
  const note = error
    ? `<p role="alert">${escapeHtml(error.name === 'AbortedError' ? texts.device_aborted : texts.device_unknown)}</p>`
    : '';
  sendPage(
    ctx,
    texts.device_title,
    `${note}<p><label for="code">${escapeHtml(texts.device_body)}</label></p>${hiddenInputsOf(form)}
<form><input id="code" type="text" name="user_code" form="op.deviceInputForm" autocomplete="off" autocapitalize="characters"
 spellcheck="false" required autofocus aria-label="${escapeHtml(texts.device_code)}">
<button type="submit" form="op.deviceInputForm">${escapeHtml(texts.device_continue)}</button></form>`,
  );
}

/** The library's form has its own input for the code, which ours replaces. */
function hiddenInputsOf(form: string): string {
  return form.replace(/<input(?![^>]*type="hidden")[^>]*>/g, '');
}

export async function confirmUserCode(
  ctx: KoaContextWithOIDC,
  form: string,
  client: { readonly clientName?: string | undefined; readonly clientId: string },
  _device: unknown,
  userCode: string,
): Promise<void> {
  const texts = textsOfRequest();
  const body = fill(texts.device_confirm_body, { app: client.clientName ?? client.clientId, code: userCode });
  sendPage(
    ctx,
    texts.device_confirm_title,
    `<p>${body}</p>${form}
<form><button type="submit" form="op.deviceConfirmForm" autofocus>${escapeHtml(texts.device_continue)}</button>
<button class="second" type="submit" form="op.deviceConfirmForm" value="yes" name="abort">${escapeHtml(texts.device_cancel)}</button></form>`,
  );
}

export async function showDeviceConnected(ctx: KoaContextWithOIDC): Promise<void> {
  const texts = textsOfRequest();
  sendPage(ctx, texts.device_done_title, paragraph(texts.device_done_body));
}

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
const home = (text: string) => `<p><a href="/">${escapeHtml(text)}</a></p>`;
