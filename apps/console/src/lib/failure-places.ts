/** Beside the buttons of a form, a dialog or the step of a wizard: shows why what they started failed. */
export interface FailurePlace {
  /** Returns whether the place is still on the page. */
  readonly show: (error: unknown) => boolean;
  readonly clear: () => void;
}

interface Start {
  readonly place: FailurePlace | undefined;
  /** Name of the button, such as "Delete"; undefined if it has none. */
  readonly action: string | undefined;
}

const starts = new WeakMap<Error, Start>();
let pressed: Start = { place: undefined, action: undefined };

/** Called for each click before `setPressedPlace`, with the name of the button: changes that start now belong to it. */
export function setPressedAction(action: string | undefined): void {
  pressed = { place: undefined, action };
}

/** Called for each click on a button that has a place. */
export function setPressedPlace(place: FailurePlace): void {
  pressed = { ...pressed, place };
}

/** Runs a change. If it fails, `showInPlace` and `failedActionOf` find how it was started. */
export async function runInPlace<Data>(change: () => Promise<Data>): Promise<Data> {
  const start = pressed;
  start.place?.clear();
  try {
    return await change();
  } catch (error) {
    if (error instanceof Error) starts.set(error, start);
    throw error;
  }
}

/** Returns whether the error was shown. */
export function showInPlace(error: unknown): boolean {
  return error instanceof Error && starts.get(error)?.place?.show(error) === true;
}

/** Name of the button that started what failed. */
export function failedActionOf(error: unknown): string | undefined {
  return error instanceof Error ? starts.get(error)?.action : undefined;
}
