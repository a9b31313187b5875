import { unsafe } from './image.ts';

const limits = {
  /** How much a browser may draw, in elements: a short file could otherwise keep it busy for minutes. */
  drawn: 20_000,
  /** Characters of a kernel, which is applied to each pixel: 10 rows and columns. */
  kernel: 1_024,
  /** In the whole drawing. A logo with a gradient for each of its paths has some hundreds. */
  references: 4_000,
  /** Characters of an attribute that refers to something. Drawing programs write styles of up to 2 000. */
  attribute: 4_096,
  /** Masks, patterns and uses that each refer to the next one. Drawing programs write up to six. */
  chain: 32,
} as const;
/** Not drawn for each element that refers to them. */
const gradients = new Set(['linearGradient', 'radialGradient']);
/** Markers are drawn at each point of a path, which needs at least this many characters. */
const charactersPerPoint = 4;
/** What a browser draws in the time of a simple element. */
const pathCharactersPerElement = 100;
const textCharactersPerElement = 4;
/** A mask, clip path or filter has the element drawn on a surface of its own, which takes as long as these elements. */
const elementsPerSurface = 4;
/** The most that styles give to one element: a mask, a clip path, a filter and markers. */
const maxSurfaces = 4;

interface Target {
  readonly isGradient: boolean;
  readonly isFilter: boolean;
  /** Elements within it. */
  elements: number;
  /** The same, with what long paths and texts count as. */
  size: number;
  readonly references: Reference[];
}

interface Reference {
  readonly id: string;
  /** How often it is drawn for the element that refers to it. */
  readonly times: number;
  /** In elements, beside what is drawn. */
  readonly surface: number;
}

interface Weight {
  /** Drawn elements. */
  readonly elements: number;
  /** The same, with what long paths, texts and surfaces count as. */
  readonly size: number;
  /** Targets that follow it in the longest chain of references. */
  readonly chain: number;
}

/** Counts what a browser draws, with everything that elements refer to: masks, clip paths, patterns, markers and uses. */
export class References {
  readonly #targets = new Map<string, Target>();
  readonly #ofStyles = new Set<string>();
  readonly #drawing: Target = { isGradient: false, isFilter: false, elements: 0, size: 0, references: [] };
  readonly #weights = new Map<string, Weight | 'counting'>();
  #references = 0;
  /** Of all paths. */
  #points = 0;
  #haveStylesMarkers = false;

  /**
   * @param containers ids of the elements around it, and its own
   * @throws logo_unsafe for too many references, and for a long kernel or attribute with references
   */
  add(name: string, attributes: ReadonlyMap<string, string>, containers: readonly string[]): void {
    const own = attributes.get('id');
    // the first one of several counts
    if (own !== undefined && !this.#targets.has(own))
      this.#targets.set(own, {
        ...{ isGradient: gradients.has(name), isFilter: name === 'filter' },
        ...{ elements: 0, size: 0, references: [] },
      });
    if ((attributes.get('kernelMatrix') ?? '').length > limits.kernel) throw unsafe('size');
    const path = `${attributes.get('d') ?? ''}${attributes.get('points') ?? ''}`.length;
    const points = Math.floor(path / charactersPerPoint);
    this.#points += points;
    const references = [...attributes].flatMap(([attribute, value]) => {
      const ids = idsIn(attribute, value);
      if (ids.length === 0) return [];
      if (value.length > limits.attribute) throw unsafe('size');
      const times = /marker/i.test(`${attribute}${value}`) ? 1 + points : 1;
      const surface = /mask|clip-path|filter/i.test(`${attribute}${value}`) ? elementsPerSurface : 0;
      return ids.map((id) => ({ id, times, surface }));
    });
    this.#count(references.length);
    for (const target of this.#within(containers)) {
      target.elements += 1;
      target.size += 1 + Math.floor(path / pathCharactersPerElement);
      for (const reference of references) target.references.push(reference);
    }
  }

  addText(text: string, containers: readonly string[]): void {
    for (const target of this.#within(containers)) target.size += text.length / textCharactersPerElement;
  }

  /** A style may apply to every element. @throws logo_unsafe for too many references */
  addStyle(css: string): void {
    const ids = idsIn('style', css);
    this.#count(ids.length);
    for (const id of ids) this.#ofStyles.add(id);
    this.#haveStylesMarkers ||= /marker/i.test(css);
  }

  /**
   * @throws logo_unsafe for more than a browser draws at once, for long chains of references, and for references that
   * contain themselves
   */
  requireBounded(): void {
    let drawn = this.#weigh(this.#drawing, 0).size;
    const weights = [...this.#ofStyles]
      .map((id) => ({ ...this.#weightOf(id, 1), isFilter: this.#targets.get(id)?.isFilter }))
      .filter(({ elements }) => elements > 0);
    // what is in a mask may have styles itself; parts of filters have none
    for (const { elements, isFilter } of weights) if (!isFilter) drawn *= Math.max(1, elements - 1);
    const largest = Math.max(0, ...weights.map(({ size }) => size));
    drawn += this.#drawing.elements * (largest + elementsPerSurface * Math.min(weights.length, maxSurfaces));
    if (this.#haveStylesMarkers) drawn += this.#points * largest;
    // also for NaN: 0 times Infinity
    if (!(drawn <= limits.drawn)) throw unsafe('size');
  }

  #within(containers: readonly string[]): Target[] {
    return [this.#drawing, ...containers.flatMap((id) => this.#targets.get(id) ?? [])];
  }

  #count(references: number): void {
    this.#references += references;
    if (this.#references > limits.references) throw unsafe('url()');
  }

  /** @param level targets before it in the chain */
  #weightOf(id: string, level: number): Weight {
    const known = this.#weights.get(id);
    if (known === 'counting') throw unsafe('url()');
    const target = this.#targets.get(id);
    if (!target || target.isGradient) return { elements: 0, size: 0, chain: 0 };
    if (level + (known?.chain ?? 0) > limits.chain) throw unsafe('url()');
    if (known) return known;
    this.#weights.set(id, 'counting');
    const weight = this.#weigh(target, level);
    this.#weights.set(id, weight);
    return weight;
  }

  #weigh(target: Target, level: number): Weight {
    let { elements, size } = target;
    let chain = 0;
    for (const { id, times, surface } of target.references) {
      const weight = this.#weightOf(id, level + 1);
      elements += times * weight.elements;
      size += times * weight.size + (weight.elements > 0 ? surface : 0);
      chain = Math.max(chain, weight.chain + 1);
    }
    return { elements, size, chain };
  }
}

function idsIn(attribute: string, value: string): string[] {
  if (attribute === 'href') return [value.slice(1)];
  return [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id = '']) => id);
}
