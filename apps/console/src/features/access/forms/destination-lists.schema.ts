import { parseDestinationList } from '@gatewarden/net/destination-list';
import { parsePortList } from '@gatewarden/net/port-list';
import i18next from 'i18next';
import { z } from 'zod';

type Context = z.core.$RefinementCtx<string[]>;

/** Fields of addresses, ports and protocols. */
export const destinationLists = {
  destination: z.array(z.string()).superRefine(checkDestination),
  ports: z.array(z.string()).superRefine(checkPorts),
  /** Numbers as text. */
  protocols: z.array(z.string()),
};

/** Invalid entries that an error names. */
const maxNamed = 3;

function checkDestination(entries: string[], context: Context): void {
  const message = destinationFault(entries);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}

function checkPorts(entries: string[], context: Context): void {
  const message = portsFault(entries);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}

function destinationFault(entries: readonly string[]): string | undefined {
  const invalid = entries.filter((entry) => parseDestinationList(entry).kind === 'bad-item');
  if (invalid.length > 1) return i18next.t('access:form.bad_addresses', { items: named(invalid) });
  const list = parseDestinationList(entries.join(','));
  if (list.kind === 'list') return undefined;
  return faultOf(list.kind === 'bad-item' ? 'destination_invalid' : 'destination_range_reversed', list.item);
}

function portsFault(entries: readonly string[]): string | undefined {
  const reversed = entries.find(isReversed);
  const invalid = entries.filter((entry) => parsePortList(entry).kind === 'bad-item' && !isReversed(entry));
  if (invalid.length > 1) return i18next.t('access:form.bad_ports', { items: named(invalid) });
  const [only] = invalid;
  if (only !== undefined) return faultOf('ports_invalid', only);
  if (reversed !== undefined) return i18next.t('access:form.port_reversed', { item: reversed });
  const list = parsePortList(entries.join(' '));
  if (list.kind === 'list') return undefined;
  return faultOf(list.kind === 'repeated' ? 'ports_repeated' : 'ports_invalid', list.item);
}

function isReversed(entry: string): boolean {
  const bounds = /^\s*(\d{1,5})\s*-\s*(\d{1,5})\s*$/.exec(entry);
  return bounds !== null && Number(bounds[1]) > Number(bounds[2]);
}

/** Becomes a sentence where it is shown. */
function faultOf(code: string, item: string): string {
  return `${code}?${new URLSearchParams({ item })}`;
}

/** The first of the entries in quotation marks, and how many more there are. */
function named(entries: readonly string[]): string {
  const rest = entries.length - maxNamed;
  return new Intl.ListFormat(i18next.language).format([
    ...entries.slice(0, maxNamed).map((item) => i18next.t('access:form.quoted', { item })),
    ...(rest > 0 ? [i18next.t('access:more', { count: rest })] : []),
  ]);
}
