/** Downloads what the server answers with at this address. */
export function downloadAddress(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
