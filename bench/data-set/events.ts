import type { Random } from './random.ts';
import { type IsWorkingDay, workload } from './working-hours.ts';

/** A user whose actions are in the log. */
export interface Actor {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isActive: boolean;
}

export interface EventPlan {
  readonly count: number;
  readonly days: number;
  readonly until: Date;
  readonly isWorkingDay: IsWorkingDay;
  readonly people: readonly Actor[];
  readonly administrators: readonly Actor[];
  readonly groups: readonly { readonly id: number; readonly name: string }[];
  readonly locations: readonly { readonly id: number; readonly name: string }[];
}

export interface PastEvent {
  readonly at: Date;
  readonly type: string;
  readonly by: Pick<Actor, 'id' | 'username'>;
  readonly ip: string;
  readonly device: string;
  readonly payload: object;
}

const hourMilliseconds = 3_600_000;
const weekendShare = 0.1;

/** Events of users and administrators, oldest first: mostly sign-ins and connections, at working hours. */
export function* makeEvents(plan: EventPlan, random: Random): Generator<PastEvent> {
  const hours = weighHours(plan);
  const whole = hours.reduce((sum, { weight }) => sum + weight, 0);
  let [weightSoFar, made] = [0, 0];
  for (const { start, weight } of hours) {
    weightSoFar += weight;
    const due = Math.round((weightSoFar / whole) * plan.count);
    for (let index = made; index < due; index += 1) {
      const at = new Date(start + ((index - made + random.next()) / (due - made)) * hourMilliseconds);
      yield makeEvent(at, plan, random);
    }
    made = due;
  }
}

function weighHours({ days, until, isWorkingDay }: EventPlan): { start: number; weight: number }[] {
  const end = until.getTime();
  return Array.from({ length: days * 24 }, (_, index) => {
    const start = end - (days * 24 - index) * hourMilliseconds;
    const share = isWorkingDay(start) ? 1 : weekendShare;
    return { start, weight: share * (0.05 + workload(new Date(start).getUTCHours())) };
  });
}

type Payload = (person: Actor, plan: EventPlan, random: Random) => object;
interface EventKind {
  /** In percent. */
  readonly share: number;
  readonly by: 'person' | 'administrator';
  readonly payload: Payload;
}

const clientPayload: Payload = (person, { locations }, random) => {
  const location = random.pick(locations);
  return {
    deviceId: person.id,
    deviceName: `${person.firstName}'s laptop`,
    userId: person.id,
    locationId: location.id,
    locationName: location.name,
    endpoint: `${address(random)}:${1024 + random.below(60_000)}`,
  };
};
const membershipPayload: Payload = (person, { groups }, random) => ({
  group: { ...random.pick(groups), is_admin: false },
  username: person.username,
});
const kinds: Readonly<Record<string, EventKind>> = {
  'user.signed-in': { share: 30, by: 'person', payload: (person) => ({ user: toUserPayload(person) }) },
  'vpn.connected': { share: 20, by: 'person', payload: clientPayload },
  'vpn.disconnected': { share: 20, by: 'person', payload: clientPayload },
  'user.signed-out': { share: 16, by: 'person', payload: (person) => ({ userId: person.id }) },
  'user.sign-in-failed': {
    share: 6,
    by: 'person',
    payload: (person) => ({ user: toUserPayload(person), reason: 'wrong password' }),
  },
  'user.password-changed': { share: 2, by: 'person', payload: (person) => ({ user: toUserPayload(person) }) },
  'user.modified': {
    share: 2,
    by: 'administrator',
    payload: (person) => ({ before: toUserPayload(person), after: toUserPayload(person) }),
  },
  'group.member-added': { share: 2, by: 'administrator', payload: membershipPayload },
  'group.member-removed': { share: 2, by: 'administrator', payload: membershipPayload },
};
/** Each kind as many times as its share. */
const weightedKinds = Object.entries(kinds).flatMap(([type, kind]) =>
  Array.from({ length: kind.share }, () => ({ type, kind })),
);

const agents = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
];

function makeEvent(at: Date, plan: EventPlan, random: Random): PastEvent {
  const { type, kind } = random.pick(weightedKinds);
  const person = random.pick(plan.people);
  const by = kind.by === 'person' ? person : random.pick(plan.administrators);
  const payload = kind.payload(person, plan, random);
  return { at, type, by, ip: address(random), device: random.pick(agents), payload };
}

function toUserPayload({ id, username, firstName, lastName, email, isActive }: Actor): object {
  return { id, username, first_name: firstName, last_name: lastName, email, phone: null, is_active: isActive };
}

/** RFC 2544 §C.2.2: a range that is reserved for benchmarks. */
function address(random: Random): string {
  return `198.${18 + random.below(2)}.${random.below(256)}.${1 + random.below(254)}`;
}
