import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = [
  'apps/server/src/**/*.ts',
  'apps/edge/src/**/*.ts',
  'apps/gateway/src/**/*.ts',
  'apps/cli/src/**/*.ts',
  'apps/provisioner/src/**/*.ts',
  'packages/link/src/**/*.ts',
  'packages/listener/src/**/*.ts',
  'packages/tunnel/src/**/*.ts',
  'packages/contract/src/join-token.ts',
];
const endings =
  /new (Start|Stop|Tunnel|Firewall|File)Error\(|extends StopError|instanceof TunnelError|: StartError|return invalid\(|return \['[A-Z]|joinCore\(/;
const levels = ['warn', 'error', 'fatal'];

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly [key: string]: unknown;
}

/**
 * Messages with which core, the agent, the client of devices and the commands end, and messages that they log as a warning or an error, from
 * the source; `…` replaces inserted values. In a file with an error that ends a program, or
 * that returns problems for the administrator, every sentence counts.
 */
export function listProductMessages(): string[] {
  const files = globSync(sources, { cwd: root }).filter((path) => !/\.test\.ts$|adapters\/in-memory/.test(path));
  return [...new Set(files.flatMap((path) => messagesIn(readFileSync(`${root}/${path}`, 'utf8'))))].toSorted();
}

function messagesIn(text: string): string[] {
  const ends = endings.test(text);
  if (!ends && !/\blog\.(warn|error|fatal)\(/.test(text)) return [];
  const program = parseSync(text, { syntax: 'typescript' }) as unknown as Node;
  const logged = nodesIn(program)
    .filter(isLogged)
    .map((call) => textsIn(call['arguments']).filter(isPhrase));
  // a text in a constant
  const named = logged.some((texts) => texts.length === 0)
    ? textsIn(program).filter((each) => /^the .*;/.test(each))
    : [];
  const sentences = ends ? textsIn(program).filter(isSentence) : [];
  return [...logged.flat(), ...named, ...sentences];
}

const isPhrase = (text: string) => /[a-z]{2}.* .*[a-z]/.test(text);
/** Begins or ends like a sentence, or continues after an inserted value, and has lower-case words, unlike a setting. */
const isSentence = (text: string) => /^(\. )?[A-Z…]|\.$/.test(text) && / [a-z]+:? /.test(text);

function isLogged({ type, callee }: Node): boolean {
  const { object, property } = (callee ?? {}) as { object?: Node; property?: Node };
  const isLog = object?.value === 'log' || (object?.['property'] as Node | undefined)?.value === 'log';
  return type === 'CallExpression' && isLog && levels.includes(String(property?.value));
}

/** Texts in order; texts joined with `+` count as one. */
function textsIn(node: unknown): string[] {
  return nodesIn(node, isText).filter(isText).map(textOf);
}

const isText = ({ type, operator }: Node) =>
  type === 'StringLiteral' || type === 'TemplateLiteral' || (type === 'BinaryExpression' && operator === '+');

function textOf(node: Node): string {
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type === 'BinaryExpression')
    return [node['left'], node['right']].map((each) => textOf(each as Node)).join('');
  if (node.type !== 'TemplateLiteral') return '…';
  return (node['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked).join('…');
}

/** A node and its descendants, without descendants of nodes for which `isLeaf` returns true. */
function nodesIn(node: unknown, isLeaf: (node: Node) => boolean = () => false): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Array.isArray(node) ? node : isLeaf(node as Node) ? [] : Object.values(node);
  return [...(Array.isArray(node) ? [] : [node as Node]), ...below.flatMap((each) => nodesIn(each, isLeaf))];
}
