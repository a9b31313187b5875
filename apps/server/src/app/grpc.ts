import type { Config } from '../platform/config/config.ts';
import type { Log } from '../platform/log/log.ts';
import type { Features } from './features.ts';

export async function startGrpc(_features: Features, config: Config, _log: Log) {
  return { port: config.grpcPort, stop: async () => undefined };
}
