import { unsafe } from './image.ts';

const limits = {
  /** How many elements a browser may draw: a short file could otherwise keep it busy for minutes. */
  drawn: 20_000,
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

interface Target {
  readonly isGradient: boolean;
  /** Elements within it. */
  elements: number;
  /** What they refer to, with how often it is drawn for one of them. */
  readonly references: { readonly id: string; readonly times: number }[];
}

interface Weight {
  /** Drawn elements. */
  readonly elements: number;
  /** Targets that follow it in the longest chain of references. */
  readonly chain: number;
}

/** Counts what a browser draws, with everything that elements refer to: masks, clip paths, patterns, markers and uses. */
export class References {
  readonly #targets = new Map<string, Target>();
  readonly #ofStyles = new Set<string>();
  readonly #drawing: Target = { isGradient: false, elements: 0, references: [] };
  readonly #weights = new Map<string, Weight | 'counting'>();
  #references = 0;

  /**
   * @param containers ids of the elements around it, and its own
   * @throws logo_unsafe for too many references, and for a long attribute with references
   */
  add(name: string, attributes: ReadonlyMap<string, string>, containers: readonly string[]): void {
    const own = attributes.get('id');
    // the first one of several counts
    if (own !== undefined && !this.#targets.has(own))
      this.#targets.set(own, { isGradient: gradients.has(name), elements: 0, references: [] });
    const points = Math.floor(
      `${attributes.get('d') ?? ''}${attributes.get('points') ?? ''}`.length / charactersPerPoint,
    );
    const references = [...attributes].flatMap(([attribute, value]) => {
      const ids = idsIn(attribute, value);
      if (ids.length === 0) return [];
      if (value.length > limits.attribute) throw unsafe('size');
      const times = /marker/i.test(`${attribute}${value}`) ? 1 + points : 1;
      return ids.map((id) => ({ id, times }));
    });
    this.#count(references.length);
    for (const target of [this.#drawing, ...containers.map((id) => this.#targets.get(id))]) {
      if (!target) continue;
      target.elements += 1;
      for (const reference of references) target.references.push(reference);
    }
  }

  /** A style may apply to every element. @throws logo_unsafe for too many references */
  addStyle(css: string): void {
    const ids = idsIn('style', css);
    this.#count(ids.length);
    for (const id of ids) this.#ofStyles.add(id);
  }

  /**
   * @throws logo_unsafe for more than a browser draws at once, for long chains of references, and for references that
   * contain themselves
   */
  requireBounded(): void {
    let { elements } = this.#weigh(this.#drawing, 0);
    for (const id of this.#ofStyles) elements *= Math.max(1, this.#weightOf(id, 1).elements - 1);
    if (!(elements <= limits.drawn)) throw unsafe('size');
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
    if (!target || target.isGradient) return { elements: 0, chain: 0 };
    if (level + (known?.chain ?? 0) > limits.chain) throw unsafe('url()');
    if (known) return known;
    this.#weights.set(id, 'counting');
    const weight = this.#weigh(target, level);
    this.#weights.set(id, weight);
    return weight;
  }

  #weigh(target: Target, level: number): Weight {
    let { elements } = target;
    let chain = 0;
    for (const { id, times } of target.references) {
      const weight = this.#weightOf(id, level + 1);
      elements += times * weight.elements;
      chain = Math.max(chain, weight.chain + 1);
    }
    return { elements, chain };
  }
}

function idsIn(attribute: string, value: string): string[] {
  if (attribute === 'href') return [value.slice(1)];
  return [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id = '']) => id);
}
