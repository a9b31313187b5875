import type { AccessQuestion } from '@gatewarden/contract/access';
import { parseInputValue, toInputValue } from '../../lib/local-time.ts';
import { count, instant, text } from '../../lib/search.ts';
import type { ExplainInput } from './forms/explain-form.schema.ts';

/** From 0 to `last`. */
const numberTo = (last: number) => (raw: unknown) =>
  typeof raw === 'number' && Number.isInteger(raw) && raw >= 0 && raw <= last ? raw : undefined;

/** Search parameters of the page: the question that was asked. */
export const questionReaders = {
  user: count,
  device: count,
  location: count,
  address: text(64),
  protocol: numberTo(255),
  port: numberTo(65_535),
  at: instant,
};

export type QuestionSearch = { [Name in keyof typeof questionReaders]?: ReturnType<(typeof questionReaders)[Name]> };

/** Of the value of a network device. */
export const devicePrefix = 'device ';

export const emptyQuestion: ExplainInput = { user: '', location: '', address: '', protocol: '6', port: 443, at: '' };

/** Form values of the question in the address of the page. */
export function toExplainForm(search: QuestionSearch): ExplainInput {
  const { user, device, location, address, protocol, port, at } = search;
  if (!toQuestion(search)) return emptyQuestion;
  return {
    user: device === undefined ? String(user) : `${devicePrefix}${device}`,
    location: String(location),
    address: address ?? '',
    protocol: String(protocol),
    port,
    at: toInputValue(at),
  };
}

export function toSearch({ user, location, address, protocol, port, at }: ExplainInput): QuestionSearch {
  const isDevice = user.startsWith(devicePrefix);
  return {
    ...(isDevice ? { device: Number(user.slice(devicePrefix.length)) } : { user: Number(user) }),
    location: Number(location),
    address: address.trim(),
    protocol: Number(protocol),
    port,
    at: parseInputValue(at),
  };
}

/** Undefined if a part is missing. */
export function toQuestion(search: QuestionSearch): AccessQuestion | undefined {
  const { user, device, location, address, protocol, port, at } = search;
  if ((user ?? device) === undefined || location === undefined || !address || protocol === undefined) return undefined;
  return {
    ...(device === undefined ? { user_id: user } : { device_id: device }),
    location_id: location,
    address,
    protocol,
    ...(port !== undefined && { port }),
    ...(at !== undefined && { at }),
  };
}
