import { isLoopbackHost } from '@gatewarden/net/endpoint';

/** What the administrator types on the device. The client asks for `--allow-http` where others could read the token. */
export function joinCommand({ enrollment_url: address, enrollment_token: token }: Enrollment): string {
  const url = new URL(address);
  const isReadable = url.protocol === 'http:' && !isLoopbackHost(url.hostname);
  return `npm run device -- join --url ${url.origin} --token ${token}${isReadable ? ' --allow-http' : ''}`;
}

export interface Enrollment {
  readonly enrollment_url: string;
  readonly enrollment_token: string;
}
