/**
 * What the programs that we start see of the environment: not our secrets, and none of the PG* variables that would
 * change what PostgreSQL does.
 */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};
