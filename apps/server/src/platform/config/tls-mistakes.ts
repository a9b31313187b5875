import { isIP } from 'node:net';
import type { z } from 'zod';
import type { environment } from './environment.ts';

type Environment = z.infer<typeof environment>;

const together = [
  ['GATEWARDEN_TLS_CERT_FILE', 'GATEWARDEN_TLS_KEY_FILE'],
  ['GATEWARDEN_ACME_KEY_ID', 'GATEWARDEN_ACME_HMAC_KEY'],
] as const;
const withDirectory = ['GATEWARDEN_ACME_EMAIL', 'GATEWARDEN_ACME_KEY_ID', 'GATEWARDEN_ACME_CA_FILE'] as const;

/** One sentence for each contradiction of the settings for TLS. */
export function tlsMistakes(env: Environment): string[] {
  const mistakes: string[] = [];
  for (const [first, second] of together) {
    if ((env[first] === undefined) !== (env[second] === undefined))
      mistakes.push(`${first} needs ${second}, and vice versa.`);
  }
  const { GATEWARDEN_TLS_CERT_FILE: certFile, GATEWARDEN_ACME_DIRECTORY: directory } = env;
  if (certFile !== undefined && directory !== undefined) {
    mistakes.push('GATEWARDEN_TLS_CERT_FILE and GATEWARDEN_ACME_DIRECTORY exclude each other.');
  }
  for (const name of withDirectory) {
    if (env[name] !== undefined && directory === undefined) mistakes.push(`${name} needs GATEWARDEN_ACME_DIRECTORY.`);
  }
  return [...mistakes, ...addressMistakes(env)];
}

function addressMistakes(env: Environment): string[] {
  const { GATEWARDEN_URL: url, GATEWARDEN_EDGE_URL: edgeUrl } = env;
  const reasons = ['GATEWARDEN_TLS_CERT_FILE', 'GATEWARDEN_ACME_DIRECTORY', 'GATEWARDEN_REDIRECT_PORT'] as const;
  const reason = reasons.find((name) => env[name] !== undefined);
  if (reason === undefined) return [];
  const mistakes: string[] = [];
  if (!url?.startsWith('https:')) mistakes.push(`${reason} needs a GATEWARDEN_URL with https.`);
  if (reason !== 'GATEWARDEN_REDIRECT_PORT' && edgeUrl?.startsWith('http:')) {
    mistakes.push(`${reason} needs https in GATEWARDEN_EDGE_URL as well.`);
  }
  if (env.GATEWARDEN_ACME_DIRECTORY !== undefined) {
    for (const [name, address] of Object.entries({ GATEWARDEN_URL: url, GATEWARDEN_EDGE_URL: edgeUrl })) {
      if (address !== undefined && !isDomainName(new URL(address).hostname)) {
        mistakes.push(`GATEWARDEN_ACME_DIRECTORY needs a domain name in ${name}.`);
      }
    }
  }
  return mistakes;
}

/** Authorities issue certificates for names with at least two labels. */
function isDomainName(host: string): boolean {
  return host.includes('.') && isIP(host) === 0;
}
