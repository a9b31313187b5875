import { unsafe } from './image.ts';
import { readClassRules } from './svg-styles.ts';

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
/** Elements whose markers and patterns those within them inherit. */
const containersOfOthers = new Set(
  'svg g a switch symbol use defs marker mask pattern clipPath text tspan textPath'.split(' '),
);
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
  readonly isMarker: boolean;
  /** Whether elements within the one that refers to it do the same. */
  readonly isInherited: boolean;
}

interface Element {
  readonly isContainer: boolean;
  /** Of its path. */
  readonly points: number;
  /** What it is within, and the whole drawing. */
  readonly targets: readonly Target[];
}

interface StyledElement extends Element {
  readonly classes: readonly string[];
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
  /** What styles refer to that may apply to every element. */
  readonly #ofStyles = new Set<string>();
  /** Values of styles, by the class to which they apply. */
  readonly #ofClasses = new Map<string, string[]>();
  readonly #styled: StyledElement[] = [];
  /** What elements inherit. */
  readonly #inherited = new Set<string>();
  readonly #drawing: Target = { isGradient: false, isFilter: false, elements: 0, size: 0, references: [] };
  readonly #weights = new Map<string, Weight | 'counting'>();
  #references = 0;
  /** Of all paths. */
  #points = 0;
  #areMarkersEverywhere = false;

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
    const element = { isContainer: containersOfOthers.has(name), points, targets: this.#within(containers) };
    for (const target of element.targets) {
      target.elements += 1;
      target.size += 1 + Math.floor(path / pathCharactersPerElement);
    }
    for (const [attribute, value] of attributes) this.#refer(element, attribute, value);
    const classes = attributes.get('class')?.split(/\s+/) ?? [];
    if (classes.length > 0) this.#styled.push({ ...element, classes });
  }

  /** Counts what an attribute of the element refers to. */
  #refer(element: Element, attribute: string, value: string): void {
    const references = referencesIn(attribute, value, element.points);
    if (references.length > 0 && value.length > limits.attribute) throw unsafe('size');
    this.#count(references.length);
    for (const target of element.targets) target.references.push(...references);
    if (!element.isContainer) return;
    for (const { id, isInherited, isMarker } of references) {
      if (!isInherited) continue;
      this.#inherited.add(id);
      this.#areMarkersEverywhere ||= isMarker;
    }
  }

  addText(text: string, containers: readonly string[]): void {
    for (const target of this.#within(containers)) target.size += text.length / textCharactersPerElement;
  }

  /** A style applies to elements by their classes, or may apply to every element. @throws logo_unsafe for too many references */
  addStyle(css: string): void {
    const ids = idsIn('style', css);
    this.#count(ids.length);
    const rules = readClassRules(css);
    if (rules) {
      for (const { classes, values } of rules)
        for (const name of classes) this.#ofClasses.set(name, [...(this.#ofClasses.get(name) ?? []), values]);
      return;
    }
    for (const id of ids) this.#ofStyles.add(id);
    this.#areMarkersEverywhere ||= /marker/i.test(css);
  }

  /**
   * @throws logo_unsafe for more than a browser draws at once, for long chains of references, and for references that
   * contain themselves
   */
  requireBounded(): void {
    this.#applyClasses();
    let drawn = this.#weigh(this.#drawing, 0).size;
    let largest = 0;
    let surfaces = 0;
    for (const id of this.#ofStyles) {
      const { elements, size } = this.#weightOf(id, 1);
      // what is in a mask may have styles itself; parts of filters have none
      if (!this.#targets.get(id)?.isFilter) drawn *= Math.max(1, elements - 1);
      if (elements > 0) surfaces += elementsPerSurface;
      largest = Math.max(largest, size);
    }
    for (const id of this.#inherited) largest = Math.max(largest, this.#weightOf(id, 1).size);
    drawn += this.#drawing.elements * (largest + Math.min(surfaces, maxSurfaces * elementsPerSurface));
    if (this.#areMarkersEverywhere) drawn += this.#points * largest;
    // also for NaN: 0 times Infinity
    if (!(drawn <= limits.drawn)) throw unsafe('size');
  }

  /** Once all targets are known: gradients, to which most classes refer, cost nothing. */
  #applyClasses(): void {
    for (const element of this.#styled)
      for (const name of element.classes)
        for (const values of this.#ofClasses.get(name) ?? []) {
          const drawn = idsIn('style', values).some((id) => this.#targets.get(id)?.isGradient === false);
          if (drawn) this.#refer(element, 'style', values);
        }
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

function referencesIn(attribute: string, value: string, points: number): Reference[] {
  const ids = idsIn(attribute, value);
  if (ids.length === 0) return [];
  const text = `${attribute}:${value}`;
  const isMarker = /marker/i.test(text);
  const surface = /mask|clip-path|filter/i.test(text) ? elementsPerSurface : 0;
  const isInherited = /(?:marker|fill|stroke)[\w-]*\s*:[^;]*url/i.test(text);
  return ids.map((id) => ({ id, times: isMarker ? 1 + points : 1, surface, isMarker, isInherited }));
}

function idsIn(attribute: string, value: string): string[] {
  if (attribute === 'href') return [value.slice(1)];
  return [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id = '']) => id);
}
