import { readFileSync } from 'node:fs';
import { heapFlags } from '../core-command.mjs';
import { at } from '../workspace.mjs';

const optNode = '/opt/gatewarden/node_modules/.bin/node';
const optCli = '/opt/gatewarden/apps/cli/bin/gatewarden';

/**
 * Units of the Debian packages by name, made from those of docs/examples, so that both have the same sandbox. Each
 * replacement is a beginning of lines and the lines to put in their place.
 * @type {Record<string, { package: string, replacements: Record<string, string[]> }>}
 */
const changes = {
  'gatewarden.service': {
    package: 'gatewarden-core',
    replacements: {
      [`ExecStart=${optNode} ${heapFlags.join(' ')} /opt/gatewarden/apps/server/dist/main.js`]: [
        '# as root, outside of the sandbox: a database that the administrator installs later is set up, too',
        'ExecStartPre=+/usr/lib/gatewarden-core/bin/set-up-database',
        'ExecStart=/usr/lib/gatewarden-core/bin/gatewarden-core',
      ],
      'EnvironmentFile=/etc/gatewarden.env': ['EnvironmentFile=/etc/gatewarden/core.env'],
      // the package does not contain the embedded database
      '# Core stops the embedded database itself.': [],
      '# capset: for setpriv, which starts the embedded database.': [],
      'SystemCallFilter=capset': [],
    },
  },
  'gatewarden-gateway.service': {
    package: 'gatewarden-gateway',
    replacements: {
      [`ExecStart=${optNode} /opt/gatewarden/apps/gateway/src/main.ts`]: [
        'ExecStart=/usr/lib/gatewarden-gateway/bin/gatewarden-gateway',
        '# the Node.js of the package is compressed: it is unpacked into memory that only this service sees',
        'TemporaryFileSystem=/usr/lib/gatewarden-gateway/runtime:mode=0700,size=192M',
        'Environment=GATEWARDEN_GATEWAY_RUNTIME_DIR=/usr/lib/gatewarden-gateway/runtime',
      ],
      'EnvironmentFile=-/etc/gatewarden-gateway.env': ['EnvironmentFile=-/etc/gatewarden/gateway.env'],
    },
  },
  'gatewarden-edge.service': {
    package: 'gatewarden-edge',
    replacements: {
      [`ExecStart=${optNode} /opt/gatewarden/apps/edge/src/main.ts`]: [
        'ExecStart=/usr/lib/gatewarden-edge/bin/gatewarden-edge',
      ],
      'EnvironmentFile=-/etc/gatewarden-edge.env': ['EnvironmentFile=-/etc/gatewarden/edge.env'],
    },
  },
  'gatewarden-device.service': {
    package: 'gatewarden-cli',
    replacements: { [`ExecStart=${optCli} run`]: ['ExecStart=/usr/bin/gatewarden run'] },
  },
  'gatewarden-client.service': {
    package: 'gatewarden-cli',
    replacements: { [`ExecStart=${optCli} up`]: ['ExecStart=/usr/bin/gatewarden up'] },
  },
};

/**
 * The units of a Debian package, by name.
 * @param {string} packageName
 * @returns {Record<string, string>}
 * @throws {Error} if an example has changed so that a replacement does not apply
 */
export function unitsOf(packageName) {
  const own = Object.entries(changes).filter(([, change]) => change.package === packageName);
  return Object.fromEntries(own.map(([name, { replacements }]) => [name, unit(name, packageName, replacements)]));
}

/**
 * @param {string} name
 * @param {string} packageName
 * @param {Record<string, string[]>} replacements
 */
function unit(name, packageName, replacements) {
  const [, ...lines] = readFileSync(at('docs/examples', name), 'utf8').split('\n');
  const rest = new Map(Object.entries(replacements));
  const changed = lines.flatMap((line) => {
    const lines = rest.get(line);
    rest.delete(line);
    if (lines) return lines;
    return line.replace(/^Documentation=.*\/docs\//, `Documentation=file:///usr/share/doc/${packageName}/`);
  });
  const [missing] = rest.keys();
  if (missing !== undefined) throw new Error(`docs/examples/${name} has no line ${missing}`);
  const text = changed.join('\n');
  if (text.includes('/opt/')) throw new Error(`docs/examples/${name} has an address in /opt that is not replaced`);
  return text;
}

/** Commands of the archive by the arguments of ExecStart in docs/examples. */
const archiveCommands = {
  [`${optNode} ${heapFlags.join(' ')} /opt/gatewarden/apps/server/dist/main.js`]: 'gatewarden-core',
  [`${optNode} /opt/gatewarden/apps/gateway/src/main.ts`]: 'gatewarden-gateway',
  [`${optNode} /opt/gatewarden/apps/edge/src/main.ts`]: 'gatewarden-edge',
  [optCli]: 'gatewarden',
};

/**
 * The units of docs/examples for the archive, unpacked to /opt/gatewarden, by name.
 * @returns {Record<string, string>}
 */
export function archiveUnits() {
  return Object.fromEntries(
    Object.keys(changes).map((name) => {
      let [, ...lines] = readFileSync(at('docs/examples', name), 'utf8').split('\n');
      for (const [command, program] of Object.entries(archiveCommands)) {
        lines = lines.map((line) => line.replace(`ExecStart=${command}`, `ExecStart=/opt/gatewarden/bin/${program}`));
      }
      return [name, lines.join('\n')];
    }),
  );
}
