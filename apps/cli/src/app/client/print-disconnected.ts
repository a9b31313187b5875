/** @param result whether an `up` ran */
export function printDisconnected(print: (line: string) => void, name: string, result: 'stopped' | 'absent'): void {
  print(result === 'absent' ? `${name} was not connected.` : `${name} is disconnected.`);
}
