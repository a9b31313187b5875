import { attributePattern } from './attribute-name.ts';

/** The content of a filter; values are raw bytes or text, never escaped. */
export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly part: FilterNode }
  | { readonly kind: 'present'; readonly attribute: string }
  | {
      readonly kind: 'equal' | 'greaterOrEqual' | 'lessOrEqual' | 'approximate';
      readonly attribute: string;
      readonly value: Buffer;
    }
  | {
      readonly kind: 'substring';
      readonly attribute: string;
      readonly initial: string;
      readonly any: readonly string[];
      readonly final: string;
    }
  | { readonly kind: 'extensible'; readonly attribute: string; readonly rule: string; readonly value: Buffer };

/**
 * A search filter. There is no way to make one from a text with values in it, so a value cannot become syntax: filters
 * are built from parts, or parsed as a whole by `parseFilter`.
 */
export class LdapFilter {
  readonly #node: FilterNode;

  private constructor(node: FilterNode) {
    this.#node = node;
  }

  /** For `parseFilter`, which checks what it parses. */
  static of(node: FilterNode): LdapFilter {
    return new LdapFilter(node);
  }

  static and(...parts: readonly LdapFilter[]): LdapFilter {
    return new LdapFilter({ kind: 'and', parts: parts.map(({ node }) => node) });
  }

  static or(...parts: readonly LdapFilter[]): LdapFilter {
    return new LdapFilter({ kind: 'or', parts: parts.map(({ node }) => node) });
  }

  static not(part: LdapFilter): LdapFilter {
    return new LdapFilter({ kind: 'not', part: part.node });
  }

  /** @throws Error if the name is not that of an attribute */
  static equal(attribute: string, value: string | Buffer): LdapFilter {
    requireAttribute(attribute);
    return new LdapFilter({ kind: 'equal', attribute, value: Buffer.from(value as string) });
  }

  get node(): FilterNode {
    return this.#node;
  }

  /** The text of RFC 4515, for logs and tests. */
  toString(): string {
    return formatFilter(this.#node);
  }
}

function requireAttribute(name: string): void {
  if (!attributePattern.test(name)) throw new Error('not the name of an attribute');
}

const symbols = { equal: '=', greaterOrEqual: '>=', lessOrEqual: '<=', approximate: '~=' } as const;

/** The text of RFC 4515, with every byte escaped that is not a plain character. */
function formatFilter(node: FilterNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `(${node.kind === 'and' ? '&' : '|'}${node.parts.map(formatFilter).join('')})`;
    case 'not':
      return `(!${formatFilter(node.part)})`;
    case 'present':
      return `(${node.attribute}=*)`;
    case 'substring': {
      const parts = [node.initial, ...node.any, node.final].map((part) => escapeFilterValue(Buffer.from(part)));
      return `(${node.attribute}=${parts.join('*')})`;
    }
    case 'extensible':
      return `(${node.attribute}${node.rule && `:${node.rule}`}:=${escapeFilterValue(node.value)})`;
    default:
      return `(${node.attribute}${symbols[node.kind]}${escapeFilterValue(node.value)})`;
  }
}

/** RFC 4515 §3: any byte may be written as a backslash and two hexadecimal digits. */
function escapeFilterValue(value: Buffer): string {
  let text = '';
  for (const byte of value) {
    const character = String.fromCharCode(byte);
    text += /[A-Za-z0-9 .,=@_-]/.test(character) ? character : `\\${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}
