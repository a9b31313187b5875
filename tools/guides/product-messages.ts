import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = [
  'apps/server/src/**/*.ts',
  'apps/gateway/src/**/*.ts',
  'packages/link/src/**/*.ts',
  'packages/contract/src/join-token.ts',
];
const endings =
  /new (Start|Stop|Tunnel)Error\(|extends StopError|instanceof TunnelError|: StartError|return invalid\(|joinCore\(/;
const levels = ['warn', 'error', 'fatal'];

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly [key: string]: unknown;
}

/**
 * What core, the agent and the commands say when they end, or log as a warning or worse, as it is in the source; `…` stands
 * for what is filled in. In a file with an error that ends a program, every sentence counts.
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
  // a text that has a name of its own
  const named = logged.some((texts) => texts.length === 0)
    ? textsIn(program).filter((each) => /^the .*;/.test(each))
    : [];
  const sentences = ends ? textsIn(program).filter(isSentence) : [];
  return [...logged.flat(), ...named, ...sentences];
}

const isPhrase = (text: string) => /[a-z]{2}.* .*[a-z]/.test(text);
/** It begins or ends as one, may go on with what is filled in, and has words in lower case: no name of a setting. */
const isSentence = (text: string) => /^(\. )?[A-Z…]|\.$/.test(text) && / [a-z]+:? /.test(text);

function isLogged({ type, callee }: Node): boolean {
  const { object, property } = (callee ?? {}) as { object?: Node; property?: Node };
  const isLog = object?.value === 'log' || (object?.['property'] as Node | undefined)?.value === 'log';
  return type === 'CallExpression' && isLog && levels.includes(String(property?.value));
}

/** Texts in order, those that are joined with `+` as one. */
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

/** A node and all below it, but nothing below those at which `isLeaf` holds. */
function nodesIn(node: unknown, isLeaf: (node: Node) => boolean = () => false): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Array.isArray(node) ? node : isLeaf(node as Node) ? [] : Object.values(node);
  return [...(Array.isArray(node) ? [] : [node as Node]), ...below.flatMap((each) => nodesIn(each, isLeaf))];
}
