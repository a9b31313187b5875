import type { LoggerOptions } from 'pino';

const warn = 40;
const perWindow = 10;
const windowMilliseconds = 10_000;

/**
 * Hooks for pino: of warnings and errors with the same message, writes only the first ten within ten seconds, then one
 * line with the number of further ones. An error that every request or gateway causes must not fill a disk.
 */
export function limitRepeats(): NonNullable<LoggerOptions['hooks']> {
  let counts = new Map<string, number>();
  let isCounting = false;

  return {
    logMethod(args, method, level) {
      const message = args.find((arg) => typeof arg === 'string');
      if (level < warn || message === undefined) return method.apply(this, args);
      const count = (counts.get(message) ?? 0) + 1;
      counts.set(message, count);
      if (count <= perWindow) method.apply(this, args);
      if (isCounting) return;
      isCounting = true;
      setTimeout(() => {
        isCounting = false;
        const over = [...counts].filter(([, times]) => times > perWindow);
        counts = new Map();
        for (const [text, times] of over) method.apply(this, [{ repeats: times - perWindow }, `repeated: ${text}`]);
      }, windowMilliseconds).unref();
    },
  };
}
