import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { connect } from 'node:tls';
import { freePort } from '../../../tools/free-port.ts';
import { issueServerCertificate, makeAuthority } from '../src/platform/crypto/certificates.ts';

export interface Rsyslog extends AsyncDisposable {
  /** `tls://localhost:<port>`. */
  readonly url: string;
  /** Of the authority that issued its certificate, which is for `localhost`. */
  readonly authority: string;
  /** The messages that it has stored, as they arrived. */
  messages(): Promise<string[]>;
}

/** The real rsyslog, which receives RFC 5425 on a free port and writes a file. */
export async function startRsyslog(): Promise<Rsyslog> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-rsyslog-'));
  const authority = await makeAuthority('Test syslog authority');
  const server = await issueServerCertificate(authority, {
    serverName: 'localhost',
    notAfter: new Date('2100-01-01T00:00:00Z'),
  });
  const port = await freePort();
  const files = {
    'ca.pem': authority.certificate,
    'server.pem': server.certificate,
    'server.key': server.key,
    'rsyslog.conf': configuration(folder, port),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const options = ['-n', '-f', join(folder, 'rsyslog.conf'), '-i', join(folder, 'pid')];
  const child = spawn('/usr/sbin/rsyslogd', options, { stdio: 'ignore' });
  while (!(await isListening(port, authority.certificate))) {
    if (child.exitCode !== null) throw new Error(`rsyslog ended with ${child.exitCode}`);
    await setImmediate();
  }
  return {
    url: `tls://localhost:${port}`,
    authority: authority.certificate,
    async messages() {
      const text = await readFile(join(folder, 'received'), 'utf8').catch(() => '');
      return text.split('\n').filter((line) => line !== '');
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

async function isListening(port: number, ca: string): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca });
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const configuration = (folder: string, port: number) => `
global(workDirectory="${folder}" maxMessageSize="64k" defaultNetstreamDriver="ossl"
  defaultNetstreamDriverCAFile="${folder}/ca.pem" defaultNetstreamDriverCertFile="${folder}/server.pem"
  defaultNetstreamDriverKeyFile="${folder}/server.key")
module(load="imtcp" streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="anon")
input(type="imtcp" port="${port}" address="127.0.0.1")
template(name="raw" type="string" string="%rawmsg%\\n")
action(type="omfile" file="${folder}/received" template="raw")
`;
