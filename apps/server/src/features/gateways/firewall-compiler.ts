import { createBoundedWorker, rethrowLimitAs, type WorkerLimits } from '../../platform/worker/bounded-worker.ts';
import { type CompiledFirewall, compileFirewall, type FirewallInput } from './compile-firewall.ts';
import type { CompileFirewall } from './firewall-state.ts';

/** What takes about a millisecond. */
const inlineLimits = { sources: 50, rules: 200, ranges: 2_000 };

/**
 * Compiles firewalls. Small ones, such as after a change of one device, take a millisecond; all others run in a worker
 * thread, so that the event loop is free.
 */
export function createFirewallCompiler(
  limits: WorkerLimits = { limitMilliseconds: 60_000, memoryMegabytes: 2_048 },
): CompileFirewall {
  const worker = createBoundedWorker<FirewallInput, CompiledFirewall>({
    script: new URL('./compile-firewall.worker.ts', import.meta.url),
    ...limits,
    maxWaiting: 64,
  });
  const run = (input: FirewallInput) =>
    worker.run(`location ${input.locationId}`, input).catch(rethrowLimitAs('access_rules_too_complex'));
  return async (input) => (isSmall(input) ? compileFirewall(input) : run(input));
}

function isSmall({ sources, rules }: FirewallInput): boolean {
  if (sources.length > inlineLimits.sources || rules.length > inlineLimits.rules) return false;
  let ranges = 0;
  for (const { destinations } of rules) {
    for (const { addresses, ports, protocols } of destinations) {
      ranges += Math.max(1, addresses.length) * Math.max(1, ports.length + protocols.length);
    }
  }
  return ranges <= inlineLimits.ranges;
}
