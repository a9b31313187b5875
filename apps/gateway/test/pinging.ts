import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { NetworkNamespace } from './network-namespace.ts';

/** Echo requests, ten a second, until disposed. */
export interface Pinging extends AsyncDisposable {
  /** Resolves at the next answer. */
  untilAnswered(): Promise<void>;
  /**
   * Resolves with the time of the last answer (Unix milliseconds) after ten consecutive requests without an answer.
   * Rejects if that takes longer than half a minute.
   */
  untilSilent(): Promise<number>;
}

const maxUntilSilent = 30_000;

/** @param link the interface that sends; absent: as routed */
export async function startPinging({ name }: NetworkNamespace, address: string, link?: string): Promise<Pinging> {
  const from = link === undefined ? [] : ['-I', link];
  const command = ['netns', 'exec', name, 'ping', '-n', '-i', '0.1', '-O', '-D', ...from, address];
  const child = spawn('ip', command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let lastAnswerAt = 0;
  let unanswered = 0;
  const silent: (() => void)[] = [];
  const answered: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      const [, at] = /^\[(\d+\.\d+)\] \d+ bytes from/.exec(line) ?? [];
      if (at) {
        lastAnswerAt = Number(at) * 1000;
        unanswered = 0;
        for (const resolve of answered.splice(0)) resolve();
      } else if (/no answer yet|Unreachable|error/i.test(line)) {
        unanswered += 1;
        if (unanswered >= 10) for (const resolve of silent.splice(0)) resolve();
      }
    });
  }
  return {
    untilAnswered: () => new Promise((resolve) => answered.push(resolve)),
    async untilSilent() {
      unanswered = 0;
      let timer: NodeJS.Timeout | undefined;
      try {
        await new Promise<void>((resolve, reject) => {
          silent.push(resolve);
          timer = setTimeout(() => reject(new Error(`${address} still answers`)), maxUntilSilent);
        });
      } finally {
        clearTimeout(timer);
      }
      return lastAnswerAt;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}
