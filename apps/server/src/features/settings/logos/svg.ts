import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { type Image, unsafe, unsupported } from './image.ts';
import { svgAttributes, svgElements, svgTextElements } from './svg-names.ts';
import { References } from './svg-references.ts';
import { requireSafeStyle } from './svg-styles.ts';

const namespaces = {
  svg: 'http://www.w3.org/2000/svg',
  xhtml: 'http://www.w3.org/1999/xhtml',
  xlink: 'http://www.w3.org/1999/xlink',
} as const;
const limits = { depth: 64, elements: 5_000, uses: 500 } as const;

export function isMarkup(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString('latin1', 0, 256));
}

/**
 * Writes the drawing again from the elements and attributes that a logo needs. Metadata and the data of drawing programs
 * are omitted. What runs, loads, links or animates is refused.
 * @throws logo_unsupported, logo_unsafe
 */
export function readSvg(bytes: Buffer): Image {
  const drawing = new Drawing();
  // `position: false`: messages of the parser are not shown
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', () => {
    throw unsupported();
  });
  parser.on('doctype', (text) => {
    if (/\[|<!|entity/i.test(text)) throw unsafe('<!ENTITY>');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') throw unsafe(`<?${target}?>`);
  });
  parser.on('opentag', (tag) => drawing.open(tag));
  parser.on('closetag', () => drawing.close());
  parser.on('text', (text) => drawing.text(text));
  parser.on('cdata', (text) => drawing.text(text));
  parser.write(decode(bytes)).close();
  return drawing.finish();
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unsupported();
  }
}

interface OpenElement {
  readonly name: string;
  /** Its end tag, its children and its text are part of the drawing. */
  readonly isKept: boolean;
  readonly id: string | undefined;
  style: string;
}

class Drawing {
  readonly #out: string[] = [];
  readonly #open: OpenElement[] = [];
  readonly #idsWithUse = new Set<string>();
  readonly #used = new Set<string>();
  #size: { readonly width: number; readonly height: number } | undefined;
  readonly #references = new References();
  #elements = 0;
  #uses = 0;

  open(tag: SaxesTagNS): void {
    this.#elements += 1;
    if (this.#open.length >= limits.depth || this.#elements > limits.elements) throw unsafe('size');
    const { local: name } = tag;
    if (tag.uri === namespaces.xhtml) throw unsafe(`<${name}>`);
    const isMetadata = tag.uri !== namespaces.svg || name === 'metadata';
    const isKept = !isMetadata && this.#open.every((parent) => parent.isKept);
    if (tag.uri === namespaces.svg && name !== 'metadata' && !svgElements.has(name)) throw unsafe(`<${name}>`);
    const attributes = [...attributesOf(tag)];
    const id = attributes.find(([attribute]) => attribute === 'id')?.[1];
    if (!this.#size) {
      if (tag.uri !== namespaces.svg || name !== 'svg') throw unsupported();
      this.#size = sizeOf(new Map(attributes));
    }
    this.#open.push({ name, isKept, id, style: '' });
    if (!isKept) return;
    if (name === 'use') this.#countUse(attributes);
    this.#references.add(name, new Map(attributes), this.#containers());
    const isRoot = this.#open.length === 1;
    const written = attributes.map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`).join('');
    this.#out.push(`<${name}${isRoot ? ` xmlns="${namespaces.svg}"` : ''}${written}>`);
  }

  close(): void {
    const element = this.#open.pop();
    if (!element?.isKept) return;
    if (element.name === 'style') {
      requireSafeStyle(element.style);
      this.#references.addStyle(element.style);
      this.#out.push(escapeXml(element.style));
    }
    this.#out.push(`</${element.name}>`);
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (!element?.isKept || !svgTextElements.has(element.name)) return;
    if (element.name === 'style') {
      element.style += text;
      return;
    }
    this.#references.addText(text, this.#containers());
    this.#out.push(escapeXml(text));
  }

  /** Ids of the open elements. */
  #containers(): string[] {
    return this.#open.flatMap((element) => element.id ?? []);
  }

  /** @throws logo_unsafe if uses contain each other: a short file could have any number of elements */
  finish(): Image {
    if (!this.#size || [...this.#used].some((id) => this.#idsWithUse.has(id))) throw unsafe('<use>');
    this.#references.requireBounded();
    return { contentType: 'image/svg+xml', content: Buffer.from(this.#out.join('')), ...this.#size };
  }

  #countUse(attributes: readonly Attribute[]): void {
    this.#uses += 1;
    if (this.#uses > limits.uses) throw unsafe('<use>');
    for (const { id } of this.#open) if (id !== undefined) this.#idsWithUse.add(id);
    const target = attributes.find(([name]) => name === 'href')?.[1];
    if (target !== undefined) this.#used.add(target.slice(1));
  }
}

/** Attributes that are never read as CSS. */
const plainAttributes = new Set(['id', 'class', 'd', 'points', 'lang', 'viewBox']);

type Attribute = readonly [name: string, value: string];

function* attributesOf(tag: SaxesTagNS): Generator<Attribute> {
  for (const attribute of Object.values(tag.attributes)) {
    const { local, value } = attribute;
    if (/^on/i.test(local)) throw unsafe(local);
    if (isReference(attribute)) {
      if (!/^#[\w.:-]+$/.test(value.trim())) throw unsafe('href');
      yield ['href', value.trim()];
    } else if (attribute.uri === '' && svgAttributes.has(local)) {
      if (!plainAttributes.has(local)) requireSafeStyle(value);
      yield [local, value];
    }
  }
}

function isReference({ uri, local }: SaxesAttributeNS): boolean {
  return local === 'href' && (uri === '' || uri === namespaces.xlink);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

/** The size at which browsers show it: its width and height, or else those of its view box. @throws logo_unsupported */
function sizeOf(attributes: ReadonlyMap<string, string>): { width: number; height: number } {
  const [, , boxWidth, boxHeight] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = lengthOf(attributes.get('width'));
  const height = lengthOf(attributes.get('height'));
  const ratio = boxWidth && boxHeight ? boxWidth / boxHeight : undefined;
  const shown = {
    width: width ?? (height !== undefined && ratio ? height * ratio : boxWidth),
    height: height ?? (width !== undefined && ratio ? width / ratio : boxHeight),
  };
  if (!(shown.width && shown.height && shown.width > 0 && shown.height > 0)) throw unsupported();
  return { width: Math.ceil(shown.width - tolerance), height: Math.ceil(shown.height - tolerance) };
}

/** Rounding of drawing programs. */
const tolerance = 0.01;

const maxLengthCharacters = 64;

/** Undefined if it depends on where the drawing is shown. */
function lengthOf(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > maxLengthCharacters) return undefined;
  const [, number = '', unit = ''] = /^([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)$/i.exec(trimmed) ?? [];
  const factor = pixelsPerUnit[unit.toLowerCase()];
  const length = Number(number) * (factor ?? Number.NaN);
  return number !== '' && Number.isFinite(length) && length < 1e6 ? length : undefined;
}
