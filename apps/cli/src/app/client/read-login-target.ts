import { StopError } from '@gatewarden/link/stop-error';
import { isLoopbackHost } from '@gatewarden/net/endpoint';
import type { Secret } from '@gatewarden/process/secret';
import type { Terminal } from '../../ports/terminal.ts';
import { type LoginLink, readLoginLink, readToken } from './login-link.ts';

/** What the command line and the environment say. */
export interface LoginTarget {
  readonly link: LoginLink | undefined;
  readonly url: URL | undefined;
  readonly token: Secret | undefined;
  readonly allowHttp: boolean;
}

/** Asks for what is missing, or reads it from the standard input. @throws StopError */
export async function readLoginTarget(
  target: LoginTarget,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<LoginLink> {
  const link = await complete(target, terminal, signal);
  const { protocol, hostname } = link.url;
  if (target.allowHttp || protocol === 'https:' || isLoopbackHost(hostname)) return link;
  throw new StopError(
    'usage',
    'The address has no TLS: others on the network could read the token and change the tunnel. ' +
      'Use an https address, or accept the risk with --allow-http.',
  );
}

async function complete({ link, url, token }: LoginTarget, terminal: Terminal, signal: AbortSignal) {
  if (link) return link;
  if (url && token) return { url, token };
  const question = url ? 'Token: ' : 'Link: ';
  const text = terminal.isInteractive ? await terminal.ask(question, signal) : await terminal.readLine();
  const entered = (text ?? '').trim();
  const read = readLoginLink(entered);
  if (read) return read;
  const readAlone = readToken(entered);
  if (url && readAlone) return { url, token: readAlone };
  throw new StopError(
    'usage',
    url
      ? 'There is no valid token: it has letters and digits only. Enter it, or give it with --token.'
      : 'There is no valid link: it is the one that the console shows at "Add device", or --url and --token.',
  );
}
