import { type CommentName, nameInComment, toName } from './comment-name.ts';
import type { FileNote, FileProblem } from './file-problem.ts';
import { type FileSections, fileLimits, type Section, type Setting, splitLines } from './section.ts';

interface OpenSection {
  readonly kind: Section['kind'] | 'other';
  readonly line: number;
  readonly settings: Setting[];
  name: CommentName | undefined;
}

/** OPNsense writes these settings as comments before the interface, because `wg` does not know them. */
const commented = /^[#;\s]*(Address|DNS)\s*=\s*(\S.*)$/i;

/**
 * The sections of a configuration in the format of `wg` and `wg-quick`. Comments before a section or before its first
 * setting can name it.
 */
export function readConf(text: string): FileSections {
  const reader = new ConfReader();
  const lines = splitLines(text);
  for (const [index, line] of lines.slice(0, fileLimits.lines).entries()) reader.read(line, index + 1);
  if (lines.length > fileLimits.lines) {
    reader.problems.push({ line: fileLimits.lines + 1, kind: 'too_many_lines' });
  }
  return reader.end();
}

class ConfReader {
  readonly problems: FileProblem[] = [];
  private readonly notes: FileNote[] = [];
  private readonly sections: OpenSection[] = [];
  private readonly commentedSettings: Setting[] = [];
  /** From comments since the last setting. */
  private pending: CommentName | undefined;

  private get current(): OpenSection | undefined {
    return this.sections.at(-1);
  }

  read(raw: string, line: number): void {
    const text = raw.trim();
    if (text === '') return;
    if (text.startsWith('#') || text.startsWith(';')) {
      this.readComment(text, line);
      return;
    }
    const mark = text.indexOf('#');
    const content = (mark < 0 ? text : text.slice(0, mark)).trim();
    if (content.length > fileLimits.lineCharacters) {
      this.problems.push({ line, kind: 'line_too_long' });
      return;
    }
    const comment = mark < 0 ? undefined : nameInComment(text.slice(mark));
    if (content.startsWith('[')) this.readHeader(content, comment, line);
    else this.readSetting(content, comment, line);
  }

  end(): FileSections {
    const last = this.current;
    if (last && this.pending?.isExplicit) last.name ??= this.pending;
    return {
      sections: this.sections.flatMap((section) => this.toSection(section)),
      problems: this.problems,
      notes: this.notes,
      isBackup: false,
    };
  }

  private readComment(text: string, line: number): void {
    const [, key, value] = this.current ? [] : (commented.exec(text.slice(0, fileLimits.lineCharacters)) ?? []);
    if (key && value) {
      this.commentedSettings.push({ line, key, value });
      return;
    }
    const name = nameInComment(text);
    if (!name) return;
    const section = this.current;
    // `wg-quick save` and most programs write the comment below the header, others above it
    if (section?.kind === 'peer' && section.settings.length === 0) section.name = preferred(section.name, name);
    else this.pending = preferred(this.pending, name, { newer: true });
  }

  private readHeader(content: string, comment: CommentName | undefined, line: number): void {
    const kind = kindOf(content);
    if (kind === 'other') this.notes.push({ line, kind: 'section_ignored' });
    const pending = kind === 'peer' || this.pending?.isExplicit ? this.pending : undefined;
    this.sections.push({ kind, line, settings: [], name: preferred(comment, pending) });
    this.pending = undefined;
  }

  private readSetting(content: string, comment: CommentName | undefined, line: number): void {
    const section = this.current;
    const equals = content.indexOf('=');
    if (section?.kind === 'other') return;
    if (equals < 1) this.problems.push({ line, kind: 'unreadable' });
    else if (!section) this.problems.push({ line, kind: 'outside_section' });
    else {
      section.settings.push({ line, key: content.slice(0, equals).trim(), value: content.slice(equals + 1).trim() });
      const named = this.pending?.isExplicit ? this.pending : undefined;
      if (section.kind === 'peer') section.name = preferred(section.name, preferred(named, comment));
      this.pending = undefined;
    }
  }

  private toSection({ kind, line, settings, name }: OpenSection): Section[] {
    if (kind === 'other') return [];
    const added = kind === 'interface' ? this.commentedFor(settings) : [];
    return [{ kind, line, name: name && toName(name.name), settings: [...settings, ...added] }];
  }

  private commentedFor(settings: readonly Setting[]): Setting[] {
    const keys = new Set(settings.map(({ key }) => key.toLowerCase()));
    const added = this.commentedSettings.filter(({ key }) => !keys.has(key.toLowerCase()));
    const address = added.find(({ key }) => key.toLowerCase() === 'address');
    if (address) this.notes.push({ line: address.line, kind: 'address_from_comment', key: 'Address' });
    return added;
  }
}

function kindOf(header: string): OpenSection['kind'] {
  const name = header.toLowerCase().replaceAll(' ', '');
  if (name === '[interface]') return 'interface';
  return name === '[peer]' ? 'peer' : 'other';
}

/** The explicit one of two names, otherwise the first, or the second if it is `newer`. */
function preferred(
  first: CommentName | undefined,
  second: CommentName | undefined,
  { newer = false } = {},
): CommentName | undefined {
  if (!first || !second) return first ?? second;
  if (first.isExplicit !== second.isExplicit) return first.isExplicit ? first : second;
  return newer ? second : first;
}
