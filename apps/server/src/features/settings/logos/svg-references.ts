import { unsafe } from './image.ts';

/** How many elements a browser may draw: a short file could otherwise keep it busy for minutes. */
const maxDrawn = 20_000;
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

/** Counts what a browser draws, with everything that elements refer to: masks, clip paths, patterns, markers and uses. */
export class References {
  readonly #targets = new Map<string, Target>();
  readonly #ofStyles = new Set<string>();
  readonly #drawing: Target = { isGradient: false, elements: 0, references: [] };

  /** @param containers ids of the elements around it, and its own */
  add(name: string, attributes: ReadonlyMap<string, string>, containers: readonly string[]): void {
    const own = attributes.get('id');
    // the first one of several counts
    if (own !== undefined && !this.#targets.has(own))
      this.#targets.set(own, { isGradient: gradients.has(name), elements: 0, references: [] });
    const points = Math.floor(
      `${attributes.get('d') ?? ''}${attributes.get('points') ?? ''}`.length / charactersPerPoint,
    );
    const references = [...attributes].flatMap(([attribute, value]) =>
      idsIn(attribute, value).map((id) => ({ id, times: /marker/i.test(`${attribute}${value}`) ? 1 + points : 1 })),
    );
    for (const target of [this.#drawing, ...containers.map((id) => this.#targets.get(id))]) {
      if (!target) continue;
      target.elements += 1;
      for (const reference of references) target.references.push(reference);
    }
  }

  /** A style may apply to every element. */
  addStyle(css: string): void {
    for (const id of idsIn('style', css)) this.#ofStyles.add(id);
  }

  /** @throws logo_unsafe for more than a browser draws at once, and for references that contain themselves */
  requireBounded(): void {
    const weights = new Map<string, number | 'counting'>();
    const weightOf = (id: string): number => {
      const known = weights.get(id);
      if (known === 'counting') throw unsafe('url()');
      const target = this.#targets.get(id);
      if (known !== undefined || !target || target.isGradient) return known ?? 0;
      weights.set(id, 'counting');
      const weight = drawnIn(target, weightOf);
      weights.set(id, weight);
      return weight;
    };
    let drawn = drawnIn(this.#drawing, weightOf);
    for (const id of this.#ofStyles) drawn *= Math.max(1, weightOf(id) - 1);
    if (!(drawn <= maxDrawn)) throw unsafe('size');
  }
}

function drawnIn({ elements, references }: Target, weightOf: (id: string) => number): number {
  return references.reduce((sum, { id, times }) => sum + times * weightOf(id), elements);
}

function idsIn(attribute: string, value: string): string[] {
  if (attribute === 'href') return [value.slice(1)];
  return [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id = '']) => id);
}
