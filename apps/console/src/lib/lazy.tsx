import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { PartFailure } from '../ui/part-failure.tsx';
import { loadCode } from './load-code.ts';

// biome-ignore lint/suspicious/noExplicitAny: as in the type of React's own `lazy`
type AnyComponent = ComponentType<any>;
type Outcome = { readonly component: AnyComponent } | { readonly error: unknown };

/** Code of a component, which all of its uses share. */
class Code {
  readonly #load: () => Promise<{ default: AnyComponent }>;
  #pending: Promise<void> | undefined;
  #outcome: Outcome | undefined;

  constructor(load: () => Promise<{ default: AnyComponent }>) {
    this.#load = load;
  }

  /** @throws a promise, for which `Suspense` waits */
  outcome(): Outcome {
    if (this.#outcome) return this.#outcome;
    this.#pending ??= loadCode(this.#load).then(
      (file) => {
        this.#outcome = { component: file.default };
      },
      (error: unknown) => {
        this.#outcome = { error };
      },
    );
    throw this.#pending;
  }

  clearFailure(): void {
    if (!this.#outcome || 'component' in this.#outcome) return;
    this.#pending = undefined;
    this.#outcome = undefined;
  }
}

/**
 * React's `lazy`, which remembers a failure until the page is reloaded, with further attempts. After the last one a
 * message with a button stands in place of the component; the page remains. A lint rule forbids the original elsewhere.
 */
export function lazy<Component extends AnyComponent>(
  load: () => Promise<{ default: Component }>,
): ComponentType<ComponentProps<Component>> {
  const code = new Code(load);
  return (props) => <Part code={code} props={props} />;
}

interface PartProps {
  code: Code;
  props: { opened?: boolean; onClose?: () => void };
}

function Part({ code, props }: PartProps): ReactNode {
  const [, setAttempt] = useState(0);
  const isClosed = props.opened === false;
  const [wasClosed, setWasClosed] = useState(isClosed);
  if (wasClosed !== isClosed) {
    // opening it is another attempt
    if (wasClosed) code.clearFailure();
    setWasClosed(isClosed);
  }
  const outcome = code.outcome();
  useEffect(() => () => code.clearFailure(), [code]);
  if ('component' in outcome) return <outcome.component {...props} />;
  // closed dialogs stay mounted
  if (isClosed) return null;
  const retry = () => {
    code.clearFailure();
    setAttempt((attempt) => attempt + 1);
  };
  const isDialog = 'opened' in props || 'onClose' in props;
  return <PartFailure error={outcome.error} onRetry={retry} isDialog={isDialog} onClose={props.onClose} />;
}
