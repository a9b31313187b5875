import { faultText } from '../../lib/failure-text.ts';

/**
 * Sentence for the fault of a field, undefined without one. Schemas report an invalid entry of a list under its index;
 * the sentence then names the entry.
 */
export function fieldFault(fault: unknown, value: unknown): string | undefined {
  const message = messageOf(fault);
  if (message !== undefined) return faultText(message);
  if (!Array.isArray(fault) || !Array.isArray(value)) return undefined;
  const index = fault.findIndex((entry) => messageOf(entry) !== undefined);
  return index < 0 ? undefined : `${value[index]}: ${faultText(messageOf(fault[index]) ?? '')}`;
}

function messageOf(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null || !('message' in fault)) return undefined;
  return typeof fault.message === 'string' ? fault.message : undefined;
}
