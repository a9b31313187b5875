/** An element of a configuration backup. */
export interface XmlElement {
  readonly name: string;
  readonly line: number;
  readonly uuid: string | undefined;
  readonly children: XmlElement[];
  /** Text directly in the element, trimmed. */
  text: string;
}

export interface XmlFault {
  readonly line: number;
}

const maxDepth = 64;
const tag = /^(\/?)([A-Za-z_][\w.-]*)((?:\s[^<]*?)?)(\/?)$/;
const uuid = /\suuid\s*=\s*["']([0-9a-fA-F-]{1,64})["']/;

/**
 * Reads the part of XML that firewalls write: elements, text, CDATA, comments. Declarations of document types, and with them
 * entities, are refused. The text of a tag is at most `maxTagCharacters` long.
 */
export function readXml(text: string): XmlElement | XmlFault {
  const root: XmlElement = { name: '', line: 1, uuid: undefined, children: [], text: '' };
  const open = [root];
  let [at, line] = [0, 1];
  const advanceTo = (to: number) => {
    line += text.slice(at, to).split('\n').length - 1;
    at = to;
  };
  while (at < text.length) {
    const element = open.at(-1) ?? root;
    const start = text.indexOf('<', at);
    const content = text.slice(at, start < 0 ? undefined : start);
    element.text += decode(content);
    if (start < 0) break;
    advanceTo(start);
    const skipped = skip(text, start);
    if (skipped) {
      if (skipped.end < 0) return { line };
      element.text += skipped.text;
      advanceTo(skipped.end);
      continue;
    }
    const end = text.indexOf('>', start);
    const [, closing, name, attributes = '', empty] =
      (end > 0 && tag.exec(text.slice(start + 1, end).slice(0, maxTagCharacters))) || [];
    if (name === undefined) return { line };
    if (closing) {
      const closed = open.pop();
      if (!closed || closed === root || closed.name !== name) return { line };
      closed.text = closed.text.trim();
    } else {
      const child: XmlElement = { name, line, uuid: uuid.exec(attributes)?.[1]?.toLowerCase(), children: [], text: '' };
      element.children.push(child);
      if (!empty) open.push(child);
      if (open.length > maxDepth) return { line };
    }
    advanceTo(end + 1);
  }
  return open.length === 1 ? root : { line };
}

const maxTagCharacters = 512;
const skippable = [
  { start: '<!--', end: '-->', isText: false },
  { start: '<![CDATA[', end: ']]>', isText: true },
  { start: '<?', end: '?>', isText: false },
];

/** The end of a comment, of CDATA or of an instruction that starts here; -1 if it has none. */
function skip(text: string, at: number): { end: number; text: string } | undefined {
  const part = skippable.find(({ start }) => text.startsWith(start, at));
  if (!part) return undefined;
  const from = at + part.start.length;
  const to = text.indexOf(part.end, from);
  return { end: to < 0 ? -1 : to + part.end.length, text: part.isText && to >= 0 ? text.slice(from, to) : '' };
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g, (all, decimal, hex, name) => {
    if (name) return named[name] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** The children with the names of the path, one after another. */
export function childrenAt(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (elements, name) => elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

export function textAt(
  element: XmlElement,
  name: string,
): { readonly line: number; readonly text: string } | undefined {
  const [found] = childrenAt(element, name);
  return found?.text ? found : undefined;
}
