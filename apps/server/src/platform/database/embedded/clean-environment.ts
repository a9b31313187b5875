/**
 * The environment of the programs that core starts: without our secrets and without the PG* variables that change the
 * behavior of PostgreSQL.
 */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};
