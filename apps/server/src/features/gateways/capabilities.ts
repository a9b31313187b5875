import { Capability } from '@gatewarden/contract/gateway/v1';

/** Raised when the meaning of an existing message changes. */
export const protocolVersion = 1;

/** Agents without one of these are shown as outdated. Without `FORWARDING`, only that report is missing. */
const expected: readonly Capability[] = [Capability.CONTENT, Capability.PARTIAL];

/** Lower-case names of the required capabilities that an agent lacks. */
export function missingCapabilities(has: readonly number[], required: readonly number[] = expected): string[] {
  return required.filter((one) => !has.includes(one)).map((one) => (Capability[one] ?? `number ${one}`).toLowerCase());
}

export function reportsContent(has: readonly number[]): boolean {
  return has.includes(Capability.CONTENT);
}

/** Whether the agent enforces access control. */
export function enforcesAccess(has: readonly number[]): boolean {
  return has.includes(Capability.FIREWALL);
}

export function reportsForwarding(has: readonly number[]): boolean {
  return has.includes(Capability.FORWARDING);
}
