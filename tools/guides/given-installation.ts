import { guideBlock } from './guide-blocks.ts';
import { type GuideMachine, startGuideMachine } from './guide-machine.ts';

/** A server with core behind nginx, installed as docs/installation.md describes. */
export interface Installation extends GuideMachine {
  /** Output of the blocks with which the reader checks the installation. */
  readonly checked: string;
  readonly setupLink: string;
  /** An API token of the first administrator. */
  readonly token: string;
  /** Calls the REST API with the token and returns the parsed answer. */
  call(method: string, path: string, body?: object): Promise<unknown>;
}

// Debian packages are installed. Both host names of the guides resolve to the machine, which trusts their certificate.
const prepare = `
echo '127.0.0.1 vpn.example.com gatewarden.example.com' >> /etc/hosts
mkdir /var/lib/nginx
pg_createcluster $(ls /usr/lib/postgresql | tail -1) main --start > /dev/null
certificate=/etc/letsencrypt/live/vpn.example.com
mkdir -p $certificate
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=vpn.example.com \\
  -addext subjectAltName=DNS:vpn.example.com,DNS:gatewarden.example.com \\
  -keyout $certificate/privkey.pem -out $certificate/fullchain.pem 2> /dev/null
cat $certificate/fullchain.pem >> /etc/ssl/certs/ca-certificates.crt
systemctl start nginx`;

/** Waits until core answers. */
export const untilReady =
  'curl --silent --fail --retry 40 --retry-all-errors --retry-delay 1 --output /dev/null https://vpn.example.com/api/v1/ready';

export async function givenInstallation(): Promise<Installation> {
  await using made = new AsyncDisposableStack();
  const machine = made.use(await startGuideMachine());
  const { run } = machine;
  const host = guideBlock('installation.md#host');
  await run(
    prepare,
    host,
    guideBlock('installation.md#user'),
    guideBlock('installation.md#database'),
    guideBlock('installation.md#settings'),
    guideBlock('installation.md#service'),
    guideBlock('installation.md#nginx'),
    untilReady,
  );
  const checked = await run(host, guideBlock('installation.md#check'));
  const setupLink = await run(guideBlock('installation.md#setup-link'));
  const token = await createToken(machine, /token=(\S+)/.exec(setupLink)?.[1] ?? '');
  const rest = made.move();
  return {
    run,
    checked,
    setupLink,
    token,
    async call(method, path, body) {
      const data = body === undefined ? '' : `--json '${JSON.stringify(body)}'`;
      return JSON.parse(
        await run(`curl --silent --fail-with-body --request ${method} ${data} \\
        --header 'Authorization: Bearer ${token}' 'https://vpn.example.com/api/v1${path}'`),
      );
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** Creates the first administrator with the token of the setup link, and an API token of that account. */
async function createToken({ run }: GuideMachine, token: string): Promise<string> {
  const names = { username: 'rosa', first_name: 'Rosa', last_name: 'Kim', email: 'rosa@example.com' };
  const admin = JSON.stringify({ ...names, password: 'Correct-horse-7', token });
  const post = (path: string, body: string) =>
    `curl --silent --fail-with-body --cookie-jar /root/cookies --cookie /root/cookies --json '${body}' https://vpn.example.com/api/v1${path}`;
  const answer = await run(`${post('/setup', admin)} > /dev/null`, post('/user/rosa/api_token', '{"name":"guide"}'));
  return (JSON.parse(answer) as { token: string }).token;
}
