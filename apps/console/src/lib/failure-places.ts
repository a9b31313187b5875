/** Beside the buttons of a form, a dialog or the step of a wizard: shows why what they started failed. */
export interface FailurePlace {
  /** Returns whether the place is still on the page. */
  readonly show: (error: unknown) => boolean;
  readonly clear: () => void;
}

const places = new WeakMap<Error, FailurePlace>();
let pressed: FailurePlace | undefined;

/** Called for each click, with the place of the button if it has one: changes that start now belong to it. */
export function setPressedPlace(place: FailurePlace | undefined): void {
  pressed = place;
}

/** Runs a change. If it fails, `showInPlace` finds the place from which it was started. */
export async function runInPlace<Data>(change: () => Promise<Data>): Promise<Data> {
  const place = pressed;
  place?.clear();
  try {
    return await change();
  } catch (error) {
    if (place && error instanceof Error) places.set(error, place);
    throw error;
  }
}

/** Returns whether the error was shown. */
export function showInPlace(error: unknown): boolean {
  return error instanceof Error && places.get(error)?.show(error) === true;
}
