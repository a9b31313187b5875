import type { FileNote, FileProblem } from './file-problem.ts';

export interface Setting {
  readonly line: number;
  /** As in the file. */
  readonly key: string;
  readonly value: string;
}

/** An interface or a peer as it is in the file, not checked yet. */
export interface Section {
  readonly kind: 'interface' | 'peer';
  readonly line: number;
  /** From a comment or a field of the file. */
  readonly name: string | undefined;
  readonly settings: readonly Setting[];
  /** In a backup: the line of the interface of the peer. */
  readonly interfaceLine?: number;
  /** The peer is turned off. */
  readonly isDisabled?: boolean;
}

/** The sections of a file in order, and what is wrong with its syntax. */
export interface FileSections {
  readonly sections: readonly Section[];
  readonly problems: readonly FileProblem[];
  readonly notes: readonly FileNote[];
  /** A backup may have several interfaces, of which one is imported. */
  readonly isBackup: boolean;
}

/** Limits of one file, in addition to the size of the text. */
export const fileLimits = { lines: 50_000, lineCharacters: 8_192, peers: 5_000 } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: binary files contain them
const binary = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffd]/;

/** The line of the first character that no text file has; undefined if there is none. U+FFFD stands for undecodable bytes. */
export function findBinaryLine(text: string): number | undefined {
  const at = text.search(binary);
  return at < 0 ? undefined : splitLines(text.slice(0, at)).length;
}

/** Lines end with LF, CRLF or CR. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}
