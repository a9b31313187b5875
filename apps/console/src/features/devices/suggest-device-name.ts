/** Maximum length of a name in the contract. */
const maxLength = 128;

/** The name, with the lowest number that distinguishes it from the other devices of the owner: "Emma’s iPhone 2". */
export function suggestDeviceName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` ${number}`;
    const suggested = name.slice(0, maxLength - ending.length) + ending;
    if (!taken.has(suggested)) return suggested;
  }
}
