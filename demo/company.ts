/** The company that the demo shows. */
export const instanceName = 'Baltic Robotics';
export const peopleCount = 60;

/** How many people each team has, the largest first; somebody may be in several. */
export const teams = [
  { name: 'Engineering', size: 20 },
  { name: 'Sales', size: 12 },
  { name: 'Customer support', size: 11 },
  { name: 'Operations', size: 8 },
  { name: '디자인팀', size: 6 },
  { name: 'Dział prawny', size: 4 },
  { name: 'Contractors', size: 5 },
] as const;

export interface Site {
  readonly name: string;
  /** The gateway's own address in each network. */
  readonly networks: readonly string[];
  readonly endpoint: string;
  /** Networks behind it that clients reach. */
  readonly allowedIps: readonly string[];
  /** Names of teams; empty: everybody. */
  readonly teams: readonly string[];
  /**
   * - `runs`: a real gateway where the machine allows it.
   * - `lost`: one that was there this week and is not any more.
   * - `none`: nobody has set one up yet.
   */
  readonly gateway: 'runs' | 'lost' | 'none';
}

export const sites: readonly Site[] = [
  {
    name: 'Seoul office',
    networks: ['10.20.0.1/24', 'fd20:20::1/64'],
    endpoint: 'seoul.vpn.example.com',
    allowedIps: ['10.20.0.0/24', 'fd20:20::/64', '172.20.0.0/16'],
    teams: [],
    gateway: 'runs',
  },
  {
    name: 'Warsaw office',
    networks: ['10.21.0.1/24'],
    endpoint: 'warsaw.vpn.example.com',
    allowedIps: ['10.21.0.0/24', '172.21.0.0/16'],
    teams: [],
    gateway: 'runs',
  },
  {
    name: 'Production servers',
    networks: ['10.30.0.1/24', 'fd20:30::1/64'],
    endpoint: 'prod.vpn.example.com',
    allowedIps: ['10.30.0.0/24', 'fd20:30::/64'],
    teams: ['Engineering', 'Operations'],
    gateway: 'runs',
  },
  {
    name: 'London office',
    networks: ['10.22.0.1/24'],
    endpoint: 'london.vpn.example.com',
    allowedIps: ['10.22.0.0/24'],
    teams: ['Sales', 'Customer support'],
    gateway: 'lost',
  },
  {
    name: 'Laboratorium Gdańsk',
    networks: ['10.40.0.1/25'],
    endpoint: 'lab.vpn.example.com',
    allowedIps: ['10.40.0.0/25', '192.168.77.0/24'],
    teams: ['Engineering'],
    gateway: 'none',
  },
];

export const deviceNames = ['MacBook Pro', 'iPhone', 'ThinkPad X1', '업무용 노트북', 'Telefon', 'iPad', 'Home desktop'];

/** Everybody's, so that a visitor can be anybody. */
export const password = 'Demo-password-1';
export const administrator = {
  username: 'admin',
  first_name: 'Marta',
  last_name: 'Zielińska',
  email: 'marta.zielinska@example.com',
} as const;
