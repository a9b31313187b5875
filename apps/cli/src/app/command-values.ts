import { isLoopbackHost } from '@gatewarden/net/endpoint';
import { Secret } from '@gatewarden/process/secret';
import { z } from 'zod';
import { readLoginLink, readToken, readUrl } from './client/login-link.ts';
import type { Command } from './command.ts';
import { type CommandName, shells } from './command-table.ts';

/** Apart, so that a machine can be both, and leaving one does not touch the other. */
const deviceDir = '/var/lib/gatewarden-device';
const clientDir = '/var/lib/gatewarden-client';

const StateDir = z.string().min(1, { error: '--state-dir must name a folder.' });
const flag = z.boolean().default(false);

const missingUrl = '--url is missing: the address that the console shows beside the token.';

const Url = z.string({ error: missingUrl }).transform((text, context) => {
  const url = readUrl(text);
  if (url) return url;
  context.addIssue({ code: 'custom', message: '--url must be an address such as https://enroll.example.com.' });
  return z.NEVER;
});

const Token = z
  .string({ error: '--token is missing: the console shows it once, after the device was added.' })
  .transform((text, context) => {
    const token = readToken(text);
    if (token) return token;
    const message = '--token must have letters and digits only, as the console shows it.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

// Linux allows at most 15 bytes (IFNAMSIZ); these characters need no quoting anywhere
const InterfaceName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,14}$/, {
  error: '--interface must be a letter and up to 14 further letters, digits, "-" or "_".',
});

const JoinValues = z
  .object({
    url: Url,
    token: Token,
    interface: InterfaceName.default('gatewarden'),
    userspace: flag,
    'allow-http': flag,
    'state-dir': StateDir.default(deviceDir),
  })
  .refine(
    ({ url, 'allow-http': isAllowed }) => isAllowed || url.protocol === 'https:' || isLoopbackHost(url.hostname),
    {
      error:
        '--url has no TLS: others on the network could read the token and change the tunnel. Use an https address, or accept the risk with --allow-http.',
    },
  )
  .transform(
    (values): Command => ({
      kind: 'join',
      url: values.url.origin,
      token: values.token,
      interfaceName: values.interface,
      userspaceOnly: values.userspace,
      stateDir: values['state-dir'],
    }),
  );

const Name = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => /^\P{C}{1,128}$/u.test(text), { error: '--name must have 1 to 128 characters.' });

const LoginValues = z
  .object({
    operand: z
      .string()
      .transform((text, context) => {
        // the standard input, as in other programs
        if (text === '-') return undefined;
        const link = readLoginLink(text);
        if (link) return link;
        const message = 'The link is not valid: it is the one that the console shows at "Add device".';
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      })
      .optional(),
    url: Url.optional(),
    token: Token.optional(),
    name: Name.optional(),
    'allow-http': flag,
    json: flag,
    'state-dir': StateDir.default(clientDir),
  })
  .refine(({ token, url }) => token === undefined || url !== undefined, {
    error: missingUrl,
  })
  .transform(
    ({ operand, url, token, name, json, ...values }): Command => ({
      ...{ kind: 'login', link: operand, url, token, name, json },
      ...{ allowHttp: values['allow-http'], stateDir: values['state-dir'] },
    }),
  );

const Operand = z.string().min(1, { error: 'The name of the location is empty.' }).optional();

const UpValues = z
  .object({
    operand: Operand,
    instance: z.string().optional(),
    interface: InterfaceName.optional(),
    method: z.enum(['app', 'email', 'browser'], { error: '--method must be app, email or browser.' }).optional(),
    code: z
      .string()
      .transform((text) => text.replaceAll(/\s/g, ''))
      .refine((text) => /^[A-Za-z0-9]{1,64}$/.test(text), { error: '--code must have letters and digits only.' })
      .transform((text) => new Secret(text))
      .optional(),
    userspace: flag,
    'state-dir': StateDir.default(clientDir),
  })
  .transform(
    ({ operand: location, instance, method, code, ...values }): Command => ({
      ...{ kind: 'up', location, instance, method, code },
      ...{ interfaceName: values.interface, userspaceOnly: values.userspace, stateDir: values['state-dir'] },
    }),
  );

const DownValues = z
  .object({ operand: Operand, instance: z.string().optional(), 'state-dir': StateDir.default(clientDir) })
  .transform(
    ({ operand: location, instance, 'state-dir': stateDir }): Command => ({
      ...{ kind: 'down', location, instance, stateDir },
    }),
  );

const LogoutValues = z
  .object({ instance: z.string().optional(), 'state-dir': StateDir.default(clientDir) })
  .transform(({ instance, 'state-dir': stateDir }): Command => ({ kind: 'logout', instance, stateDir }));

const StatusValues = z.object({ json: flag, 'state-dir': StateDir.optional() }).transform(
  ({ json, 'state-dir': stateDir }): Command => ({
    ...{ kind: 'status', json, deviceDir: stateDir ?? deviceDir, clientDir: stateDir ?? clientDir },
  }),
);

function deviceValues(kind: 'run' | 'leave') {
  return z
    .object({ 'state-dir': StateDir.default(deviceDir) })
    .transform(({ 'state-dir': stateDir }): Command => ({ kind, stateDir }));
}

const CompletionValues = z
  .object({ operand: z.enum(shells, { error: `Name a shell: ${shells.join(', ')}.` }) })
  .transform(({ operand: shell }): Command => ({ kind: 'completion', shell }));

/** What the options and the operand of each command must be. */
export const commandValues: Readonly<Record<CommandName, z.ZodType<Command>>> = {
  ...{ join: JoinValues, run: deviceValues('run'), leave: deviceValues('leave'), status: StatusValues },
  ...{ login: LoginValues, up: UpValues, down: DownValues, logout: LogoutValues, completion: CompletionValues },
};
