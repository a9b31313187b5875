import { browserName } from '@gatewarden/contract/browser-name';
import { CoreAddress, parseJoinToken } from '@gatewarden/contract/join-token';
import { EmailAddress, line, Name, Phone, PublicKey, QueryTimestamp, Username } from '@gatewarden/contract/primitives';
import { callerAddressOf } from '@gatewarden/listener/caller-address';
import { toOriginForm } from '@gatewarden/listener/request-target';
import { readMarkdown } from '@gatewarden/markdown/read-markdown';
import { parseAddress } from '@gatewarden/net/address';
import { parseInterfaceAddressList, parseSubnetList } from '@gatewarden/net/address-list';
import { decodeBase64 } from '@gatewarden/net/base64';
import { configFileName } from '@gatewarden/net/config-file-name';
import { isEndpointHost, isLoopbackHost, parseEndpoint } from '@gatewarden/net/endpoint';
import { fillPrivateKey } from '@gatewarden/net/wireguard-config';
import { readServerFile } from '@gatewarden/net/wireguard-file/server-file';
import type { z } from 'zod';
import { containsText } from '../../src/features/activity-log/search.queries.ts';
import { looksLikeApiToken } from '../../src/features/api-tokens/token-text.ts';
import { checkPackets } from '../../src/features/auth-keys/gpg-packets.ts';
import { requireKeyReader } from '../../src/features/auth-keys/key-readers.ts';
import { readArmor } from '../../src/features/auth-keys/read-armor.ts';
import { fingerprintOfSshKey } from '../../src/features/auth-keys/ssh-public-key.ts';
import { requestedAddress } from '../../src/features/forward-auth/return-address.ts';
import { preferredLanguage } from '../../src/features/mail/preferred-language.ts';
import { readAssertion, readChallenge, readNewKey } from '../../src/features/mfa/webauthn.ts';
import { parseFilter, parsePatchPath, toAttributePath } from '../../src/features/scim/filter/parse-filter.ts';
import { createTokenReader } from '../../src/features/scim/filter/token-reader.ts';
import { readScimUser } from '../../src/features/scim/users/read-scim-user.ts';
import { cleanLogo } from '../../src/features/settings/logos/clean-logo.ts';
import { findImportColumn } from '../../src/features/users/import/find-import-column.ts';
import { parseBoolean } from '../../src/features/users/import/parse-boolean.ts';
import { readRows } from '../../src/features/users/import/read-rows.ts';
import { loginName } from '../../src/features/users/login-name.ts';
import { cookieValues } from '../../src/platform/http/cookie-values.ts';
import { isNestedDeeperThan } from '../../src/platform/http/json-depth.ts';
import { stripTokenMark } from '../../src/platform/http/token-mark.ts';
import { Dn } from '../../src/platform/ldap/dn.ts';
import { readCertificates } from '../../src/platform/tls/read-certificates.ts';
import { runWorkerTask } from '../../src/platform/worker/run-worker-task.ts';
import { armoredBytes, textInputs, webauthnInputs } from '../given/hostile-input.ts';
import { svg } from '../given/logos.ts';

type Parse = (text: string) => unknown;
const matches =
  (schema: z.ZodType): Parse =>
  (text) =>
    schema.safeParse(text);
const places = { url: 'https://vpn.example.com', cookieDomain: 'example.com' };
const party = { id: 'vpn.example.com', origin: 'https://vpn.example.com' };
// the contract limits names
const namesIn = (text: string) => ({ device: text.slice(0, 128), location: text.slice(0, 128) });
const challenge = Buffer.alloc(32, 1);

/** A name has at most 2048 characters; one answer of a directory contains many, such as the members of groups. */
function readNames(text: string): void {
  const name = `cn=a${text.slice(0, 2_040)}b`;
  for (let count = 0; count < 700; count += 1) {
    try {
      Dn.parse(name);
    } catch {
      // most names are refused
    }
  }
}

/** All parsers of text from anonymous clients, users and directories. */
const parsers: Readonly<Record<string, Parse>> = {
  'OpenPGP armor': readArmor,
  'OpenPGP packets': (text) => checkPackets(Buffer.from(text)),
  'SSH key': fingerprintOfSshKey,
  'CSV file': readRows,
  'CSV column name': findImportColumn,
  'CSV yes or no': parseBoolean,
  'search of the activity log': containsText,
  'Accept-Language': preferredLanguage,
  'SCIM filter': (text) => parseFilter(text.slice(0, 4_096)),
  'SCIM path': (text) => parsePatchPath(text.slice(0, 4_096)),
  // longer than any filter may be, for the patterns themselves
  'SCIM text': (text) => createTokenReader(`"${text}`, 100_000, 'invalidFilter').takeValue(),
  'SCIM attribute': toAttributePath,
  'SCIM userName': (text) => readScimUser({ userName: text }),
  Cookie: (text) => cookieValues(text, '__Host-gatewarden_session'),
  'address list': parseInterfaceAddressList,
  'network list': parseSubnetList,
  address: parseAddress,
  'core address': matches(CoreAddress),
  endpoint: (text) => [parseEndpoint(text, { zone: true }), isEndpointHost(text), isLoopbackHost(text)],
  'X-Forwarded-For': (text) => callerAddressOf({ ip: '127.0.0.1', ips: ['127.0.0.1', ...text.split(',')] }),
  timestamp: matches(QueryTimestamp),
  'WireGuard key': matches(PublicKey),
  'WireGuard configuration': (text) => [fillPrivateKey(text, 'key'), configFileName(namesIn(text))],
  'WireGuard file': (text) => [readServerFile(text), readServerFile(`[Peer]\nAllowedIPs = ${text}`)],
  'XML backup': (text) => readServerFile(`<a>${text}`),
  base64: decodeBase64,
  'depth of JSON': (text) => isNestedDeeperThan(16, text),
  JSON: JSON.parse,
  'User-Agent': (text) => [browserName(text), stripTokenMark(text)],
  'join token': (text) => [parseJoinToken(text), parseJoinToken(`gwj_${text}`)],
  'API token': looksLikeApiToken,
  Authorization: (text) =>
    requireKeyReader(
      { addresses: [], tokenHash: Buffer.alloc(32) },
      { ip: undefined, authorization: `Bearer ${text}` },
    ),
  'e-mail address': matches(EmailAddress),
  'user name': matches(Username),
  'login name': loginName,
  name: matches(Name),
  line: matches(line(1024)),
  phone: matches(Phone),
  'forwarded address': (text) => requestedAddress({ proto: 'https', host: text, uri: `/${text}` }, places),
  'distinguished names': readNames,
  certificates: (text) => [readCertificates(text), readCertificates(`-----BEGIN CERTIFICATE-----\n${text}`)],
  'request target': (text) => toOriginForm({ url: `http://${text}`, headers: {} }),
};

/** Parsers of languages, each with repeated pieces that are costly for it. */
const languages: readonly (readonly [parser: string, parse: Parse, pieces: readonly string[]])[] = [
  ['certificates', readCertificates, ['-----BEGIN CERTIFICATE-----\n']],
  ['SVG logo', (text) => cleanLogo(svg(`<path style="${text}"/>`), 'main'), ['url(#a)', 'url(', '@a ', 'a-', 'data ']],
  ['style of an SVG logo', (text) => cleanLogo(svg(`<style>${text}</style>`), 'main'), ['url(#a)', 'url(', 'a{}']],
  ['Markdown', readMarkdown, ['*a_ ', '- - a\n', '1. '.repeat(19), '> a\n\n', 'a<!--', '[a](b (']],
];

export interface Cost {
  readonly parser: string;
  readonly input: string;
  readonly milliseconds: number;
}

/** Processor time of the thread, which does not depend on the load of the machine. */
async function measure(parse: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await parse();
  } catch {
    // most inputs are refused
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** A parser that exceeds this time fails, so its other inputs are skipped. */
const stopMilliseconds = 1_000;

/** The most expensive input of each parser. */
async function measureAll(): Promise<Cost[]> {
  const worst: Cost[] = [];
  const record = (cost: Cost) => {
    const index = worst.findIndex(({ parser }) => parser === cost.parser);
    if (index < 0) worst.push(cost);
    else if ((worst[index]?.milliseconds ?? 0) < cost.milliseconds) worst[index] = cost;
  };
  for (const [parser, parse] of Object.entries(parsers)) {
    for (const [input, text] of textInputs()) {
      const milliseconds = await measure(() => parse(text));
      record({ parser, input, milliseconds });
      if (milliseconds > stopMilliseconds) break;
    }
  }
  for (const [parser, parse, pieces] of languages) {
    for (const piece of pieces) {
      const text = piece.repeat(65_536 / piece.length);
      record({ parser, input: JSON.stringify(piece), milliseconds: await measure(() => parse(text)) });
    }
  }
  for (const [input, text] of armoredBytes()) {
    record({ parser: 'OpenPGP armor', input, milliseconds: await measure(() => readArmor(text)) });
  }
  for (const { name, registration, assertion, publicKey } of webauthnInputs(party, challenge)) {
    const create = () => readNewKey(registration, challenge, party);
    const get = () => [readChallenge(assertion), readAssertion(assertion, { publicKey, challenge, party })][1];
    record({ parser: 'WebAuthn registration', input: name, milliseconds: await measure(create) });
    record({ parser: 'WebAuthn assertion', input: name, milliseconds: await measure(get) });
  }
  return worst;
}

await runWorkerTask(measureAll);
