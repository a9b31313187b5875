import type { ControlRequest, ControlResponse } from '@gatewarden/contract/gateway/v1';
import type { StreamHandler } from '../links/index.ts';

/**
 * A further part of a measurement counts as a twelfth of a report: a location of 20 000 peers stays below two reports.
 */
const partsPerReport = 12;
const answered = new Set<ControlResponse['message']['case']>(['full', 'change', 'reportContent']);

/** How fast core reads what a gateway sends. @param reportSeconds the interval that core asks for now */
export function createGatewayPace(
  reportSeconds: () => number,
): StreamHandler<ControlRequest, ControlResponse, never>['pace'] {
  return {
    reportSeconds,
    reportShare({ message }) {
      if (message.case !== 'traffic') return undefined;
      return message.value.continues ? 1 / partsPerReport : 1;
    },
    isAnswered: ({ message }) => answered.has(message.case),
  };
}
