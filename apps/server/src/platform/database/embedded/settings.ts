/** Tuned for a small server with other services in memory. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '60',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  autovacuum_max_workers: '2',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  synchronous_commit: 'on',
  jit: 'off',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Logs to core through stderr; no log file grows.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '[%b] ',
  log_checkpoints: 'off',
  // Statements contain user input, including secrets.
  log_min_error_statement: 'panic',
} as const;

export const socketPort = Number(settings.port);

/**
 * The settings as arguments of `postgres`. They override those in the data folder, so that they change with the
 * release.
 */
export function settingArguments(more: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...settings, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
