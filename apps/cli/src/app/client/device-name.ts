import { StopError } from '@gatewarden/link/stop-error';

const maxCharacters = 128;

/**
 * The name of a new device. If the owner has a device with the name of this machine, it gets a number.
 * @param chosen the name if a person chose it: it does not get a number
 * @throws StopError if the chosen name is taken
 */
export function deviceNameFor(base: string, taken: readonly string[], chosen: string | undefined): string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  const isFree = (name: string) => !names.has(name.toLowerCase());
  if (chosen !== undefined) {
    if (isFree(chosen)) return chosen;
    throw new StopError('usage', `You have a device ${chosen} already; choose another name with --name.`);
  }
  const first = base.slice(0, maxCharacters - 6) || 'device';
  let name = first;
  for (let nth = 2; !isFree(name); nth += 1) name = `${first}-${nth}`;
  return name;
}
