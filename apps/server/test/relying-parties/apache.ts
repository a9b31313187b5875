import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, type Product, scopes, urlOf, type Visitor } from './product.ts';

/** Apache with mod_auth_openidc of Debian, in front of an application that reads the headers it adds. */
export const apache: Product = {
  name: 'Apache with mod_auth_openidc',
  redirectPath: '/openid',
  signOutPath: '/sign-out',
  backchannelPath: '/openid?logout=backchannel',
  requiresGroup: true,
  async start(connection) {
    await using made = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'gatewarden-apache-'));
    made.defer(() => rm(folder, { recursive: true, force: true }));
    // root starts it, and another user serves requests
    await chmod(folder, 0o755);
    const application = made.use(await startApplication());
    await writeFile(join(folder, 'apache.conf'), configuration(folder, connection, application.port));
    made.use(await startProcess(folder, connection.port));
    return made.move();
  },
};

async function startApplication(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer(({ headers, url }, response) => {
    const text = (name: string) => String(headers[`oidc_claim_${name}`]);
    const visitor: Visitor = {
      username: text('preferred_username'),
      email: text('email'),
      groups: text('groups').split(','),
    };
    response.end(url === '/bye' ? 'Bye' : JSON.stringify(visitor));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function startProcess(folder: string, port: number): Promise<AsyncDisposable> {
  const args = ['-f', join(folder, 'apache.conf'), '-D', 'FOREGROUND'];
  const child = spawn('/usr/sbin/apache2', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const messages: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => messages.push(chunk));
  const exit = once(child, 'exit');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) {
      const log = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
      throw new Error(`Apache did not start:\n${Buffer.concat(messages)}${log}`);
    }
    await wait(10);
  }
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function configuration(
  folder: string,
  { port, issuer, clientId, secret, group }: Connection,
  application: number,
): string {
  const modules = [
    'mpm_event',
    'authn_core',
    'authz_core',
    'authz_user',
    'alias',
    'proxy',
    'proxy_http',
    'auth_openidc',
  ];
  const url = urlOf({ port });
  return `ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
User www-data
Group www-data
StartServers 1
OIDCProviderMetadataURL ${issuer}.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${secret}
OIDCRedirectURI ${url}/openid
OIDCCryptoPassphrase ${randomBytes(32).toString('hex')}
OIDCScope "${scopes.join(' ')}"
OIDCPKCEMethod S256
OIDCRemoteUserClaim preferred_username
# also for requests that a program sends, such as those of tests
OIDCUnAuthAction auth true
Redirect /sign-out ${url}/openid?logout=${encodeURIComponent(`${url}/bye`)}
ProxyPass /openid !
ProxyPass /sign-out !
ProxyPass / http://127.0.0.1:${application}/
<Location />
  AuthType openid-connect
  Require claim groups:${group}
</Location>
<Location /bye>
  AuthType None
  Require all granted
</Location>
<Location /sign-out>
  AuthType None
  Require all granted
</Location>
`;
}
