/** Whether both addresses lead to the same server with the same protocol, so that a stored secret is not sent to another. */
export function isSameReceiver(url: string, other: string): boolean {
  const [one, two] = [new URL(url), new URL(other)];
  return one.protocol === two.protocol && one.host === two.host;
}

/** The address as the activity log stores it: its query can be a secret. */
export function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : `${url.slice(0, end)}?…`;
}
