import { DomainError } from '@gatewarden/contract/errors';
import { bySystem, type Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthKeysService, KeyPair, ParsedKey } from '../auth-keys/index.ts';
import { lockUserById } from '../users/index.ts';
import * as jobQueries from './jobs.queries.ts';
import type { JobsService } from './jobs.service.ts';
import type { ProvisionerTokens } from './provisioner-tokens.ts';
import * as queries from './provisioners.queries.ts';
import * as yubikeyQueries from './yubikeys.queries.ts';

/** Who calls: a name that the provisioner chose, with a valid signature on its token. */
export interface ProvisionerCaller {
  readonly id: string;
  readonly tokenId: string;
  readonly ip: string;
}

/** What a provisioner reports; checked for its length only. */
export type JobReport =
  | { readonly kind: 'done'; readonly serial: string; readonly keys: KeyPair<string> }
  | { readonly kind: 'failed'; readonly detail: string };

export interface ProvisionersService {
  /** By name. */
  list(): Promise<queries.ListedProvisionerRow[]>;
  /** Its job in progress fails. @throws provisioner_not_found */
  remove(origin: Origin, id: string): Promise<void>;
  /**
   * `known`: it was registered before, if only with a token that was revoked since.
   * @throws provisioner_token_invalid, provisioner_of_other_token, provisioner_limit_reached
   */
  register(caller: ProvisionerCaller): Promise<'new' | 'known'>;
  /**
   * Its next job. A job that it took before and did not report fails: it was restarted. Undefined if there is no job, or if
   * the provisioner is not registered.
   * @throws provisioner_token_invalid, provisioner_of_other_token
   */
  takeJob(caller: ProvisionerCaller): Promise<jobQueries.JobRow | undefined>;
  /**
   * Ends the job. The keys of a job that has ended are not stored, whatever it ended with.
   * @throws yubikey_job_not_found if the provisioner has no such job in progress; provisioner_token_invalid,
   * provisioner_of_other_token; what `AuthKeysService` throws for keys, with which the job fails
   */
  report(caller: ProvisionerCaller, jobId: number, report: JobReport): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly authKeys: Pick<AuthKeysService, 'parsePair' | 'addOfYubikey'>;
  readonly jobs: Pick<JobsService, 'fail' | 'failWith'>;
  readonly tokens: ProvisionerTokens;
}

/** Limits the list. A provisioner is a machine with a card reader. */
const maxProvisioners = 100;

export function createProvisionersService(dependencies: Dependencies): ProvisionersService {
  const { db, events, clock, authKeys, jobs, tokens } = dependencies;

  const originOf = ({ ip }: ProvisionerCaller): Origin => ({ ...bySystem, ip });
  const seen = ({ id, tokenId, ip }: ProvisionerCaller) => ({ id, token_id: tokenId, ip, at: clock.now() });

  /** Undefined if it is not registered. Names are chosen by callers; the token decides whose they are. */
  async function lockOwn(tx: Tx, { id, tokenId }: ProvisionerCaller): Promise<queries.ProvisionerRow | undefined> {
    await tokens.lock(tx, tokenId);
    const provisioner = await queries.lockProvisioner(tx, id);
    // after its token was revoked, another administrator may continue with it by registering it
    if (!provisioner || provisioner.token_id === null) return undefined;
    if (provisioner.token_id !== tokenId) throw new DomainError('provisioner_of_other_token');
    return provisioner;
  }

  /** Undefined if the job is not one that the provisioner has taken and not reported. */
  function own(caller: ProvisionerCaller, job: jobQueries.JobRow | undefined): jobQueries.JobRow | undefined {
    const isOwn = job?.provisioner_id === caller.id && job.state === 'in_progress' && job.taken_at !== null;
    return isOwn ? job : undefined;
  }

  /** In the order in which a change of rights locks: users, tokens, provisioners, jobs. */
  async function lockOwnJob(tx: Tx, caller: ProvisionerCaller, found: jobQueries.JobRow): Promise<jobQueries.JobRow> {
    await lockUserById(tx, found.user_id);
    const provisioner = await lockOwn(tx, caller);
    if (provisioner) await queries.setSeen(tx, seen(caller));
    const job = provisioner && own(caller, await jobQueries.lockJob(tx, found.id));
    if (!job) throw new DomainError('yubikey_job_not_found');
    return job;
  }

  async function store(tx: Tx, caller: ProvisionerCaller, job: jobQueries.JobRow, done: Done): Promise<void> {
    const { user_id, username: owner, email } = job;
    const { serial, pair } = done;
    const former = await yubikeyQueries.findYubikeyBySerial(tx, user_id, serial);
    if (former) {
      // the number is what the provisioner states, so it must not end what an emergency stop began
      if (await yubikeyQueries.hasSuspendedKeys(tx, former.id)) throw new DomainError('key_suspended');
      // provisioning has deleted the keys of the card
      await yubikeyQueries.deleteYubikey(tx, former.id);
      await events.publish(tx, 'yubikey.removed', originOf(caller), { yubikey: former, owner });
    }
    const name = former?.name ?? freeName(await yubikeyQueries.listYubikeysOf(tx, user_id));
    const created_at = clock.now();
    const yubikey = await yubikeyQueries.insertYubikey(tx, { user_id, name, serial, created_at });
    await authKeys.addOfYubikey(tx, { userId: user_id, yubikeyId: yubikey.id, name }, pair);
    await jobQueries.setEnded(tx, job.id, { state: 'success', serial, ended_at: clock.now() });
    await events.publish(tx, 'yubikey.provisioned', originOf(caller), {
      ...{ yubikey, owner, email, ssh_key: pair.ssh.key, pgp_key: pair.gpg.key, provisioner: caller.id },
    });
  }

  /** The keys are not accepted, so the job fails; the caller gets the error too. */
  async function refuseKeys(caller: ProvisionerCaller, job: jobQueries.JobRow, error: unknown): Promise<never> {
    if (!(error instanceof DomainError) || !keyErrors.has(error.code)) throw error;
    await inTransaction(db, async (tx) => {
      const locked = await lockOwnJob(tx, caller, job);
      await jobs.failWith(tx, originOf(caller), locked, { failure: 'key_refused', detail: error.code });
    });
    throw error;
  }

  return {
    list: () => queries.listProvisioners(db),
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        if (!(await queries.lockProvisioner(tx, id))) throw new DomainError('provisioner_not_found');
        await queries.deleteProvisioner(tx, id);
        const job = await jobQueries.lockRunningJob(tx, id);
        if (job) await jobs.fail(tx, origin, [job], 'provisioner_removed');
        await events.publish(tx, 'provisioner.removed', origin, { provisioner: id });
      }),
    register: (caller) =>
      inTransaction(db, async (tx) => {
        await tokens.lock(tx, caller.tokenId);
        const before = await queries.lockProvisioner(tx, caller.id);
        if (before) {
          const { token_id } = before;
          if (token_id !== null && token_id !== caller.tokenId) throw new DomainError('provisioner_of_other_token');
          await queries.setSeen(tx, seen(caller));
          if (token_id === caller.tokenId) return 'known';
        } else {
          if ((await queries.countProvisioners(tx)) >= maxProvisioners) {
            throw new DomainError('provisioner_limit_reached');
          }
          // false: another call inserted it at the same time
          if (!(await queries.insertProvisioner(tx, seen(caller)))) return 'known';
        }
        await events.publish(tx, 'provisioner.registered', originOf(caller), { provisioner: caller.id });
        return before ? 'known' : 'new';
      }),
    takeJob: (caller) =>
      inTransaction(db, async (tx) => {
        if (!(await lockOwn(tx, caller))) return undefined;
        await queries.setSeen(tx, seen(caller));
        const job = await jobQueries.lockRunningJob(tx, caller.id);
        if (!job) return undefined;
        if (job.taken_at !== null) {
          await jobs.fail(tx, originOf(caller), [job], 'restarted');
          return undefined;
        }
        await jobQueries.markTaken(tx, job.id, clock.now());
        return job;
      }),
    async report(caller, jobId, report) {
      await tokens.require(caller.tokenId);
      const job = own(caller, await jobQueries.findJob(db, jobId));
      if (!job) throw new DomainError('yubikey_job_not_found');
      if (report.kind === 'failed') {
        const reason = { failure: 'reported', detail: report.detail } as const;
        await inTransaction(db, async (tx) =>
          jobs.failWith(tx, originOf(caller), await lockOwnJob(tx, caller, job), reason),
        );
        return;
      }
      // outside of a transaction, because checking an OpenPGP key takes time
      await authKeys
        .parsePair(`provisioner ${caller.id}`, report.keys)
        .then((pair) =>
          inTransaction(db, async (tx) =>
            store(tx, caller, await lockOwnJob(tx, caller, job), { serial: report.serial, pair }),
          ),
        )
        .catch((error: unknown) => refuseKeys(caller, job, error));
    },
  };
}

/** The first of "YubiKey 1", "YubiKey 2" and so on that none of them has. */
function freeName(yubikeys: readonly yubikeyQueries.YubikeyRow[]): string {
  const taken = new Set(yubikeys.map(({ name }) => name));
  let number = 1;
  while (taken.has(`YubiKey ${number}`)) number += 1;
  return `YubiKey ${number}`;
}

interface Done {
  readonly serial: string;
  readonly pair: KeyPair<ParsedKey>;
}

/** That the checks are busy is none of them: the provisioner can report again. */
const keyErrors: ReadonlySet<string> = new Set([
  'private_key_refused',
  'ssh_key_invalid',
  'ssh_key_certificate',
  'ssh_key_weak',
  'gpg_key_invalid',
  'gpg_key_unsupported',
  'gpg_key_unusable',
  'auth_key_limit_reached',
  'auth_key_taken',
  'key_suspended',
]);
