declare module 'pino-roll' {
  interface Options {
    /** Path of the files without their number and extension. */
    readonly file: string;
    readonly extension: string;
    /** From this size on, the next file is written. */
    readonly size: string;
    /** With `removeOtherLogFiles`, `count` includes the current file and files of former processes. */
    readonly limit: { readonly count: number; readonly removeOtherLogFiles: true };
    /** Of new files. */
    readonly mode: number;
    /** Whether `write` returns after the line is written. */
    readonly sync: boolean;
    /** Bytes that wait after a failed write; further lines are lost. */
    readonly maxLength: number;
  }

  interface RollingFile {
    write(line: string): boolean;
    on(event: 'error', listener: (error: Error) => void): void;
    on(event: 'write', listener: (bytes: number) => void): void;
  }

  const roll: (options: Options) => Promise<RollingFile>;
  export = roll;
}
