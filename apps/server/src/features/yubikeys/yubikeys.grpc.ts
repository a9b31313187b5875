import { Code, ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect';
import { DomainError } from '@gatewarden/contract/errors';
import { line } from '@gatewarden/contract/primitives';
import { type JobStatus, type Worker, WorkerService } from '@gatewarden/contract/worker';
import { ProvisionerName } from '@gatewarden/contract/yubikeys';
import { callerAddressOf } from '../../platform/grpc/caller-address.ts';
import type { FailureLimit } from '../../platform/grpc/failure-limit.ts';
import { toConnectError } from '../../platform/grpc/to-connect-error.ts';
import { markAuthenticated, markValid } from '../../platform/grpc/unauthenticated-calls.ts';
import type { Log } from '../../platform/log/log.ts';
import { printable } from '../../platform/printable.ts';
import type { ProvisionerTokens } from './provisioner-tokens.ts';
import type { JobReport, ProvisionerCaller, ProvisionersService } from './provisioners.service.ts';

interface Dependencies {
  readonly provisioners: Pick<ProvisionersService, 'register' | 'takeJob' | 'report'>;
  readonly tokens: Pick<ProvisionerTokens, 'readId'>;
  readonly failures: FailureLimit;
  readonly log: Log;
}

/** `.` and `..` cannot be sent in the path that removes a provisioner. */
const Id = ProvisionerName.refine((name) => !/^\.{1,2}$/.test(name));
/** Of a YubiKey: up to ten digits; other cards have other texts. */
const Serial = line(64, 1);
const maxDetailCharacters = 500;
/** Of an `integer` of PostgreSQL; the protocol has unsigned ones. */
const maxJobId = 2_147_483_647;

/** What provisioners call: wire protocol §8. */
export function addProvisionerCalls(
  router: ConnectRouter,
  { provisioners, tokens, failures, log }: Dependencies,
): void {
  /** Addresses that failed often get one check at a time, so that a correct token is never refused because of others. */
  async function authenticate(name: string, context: HandlerContext): Promise<ProvisionerCaller> {
    const ip = callerAddressOf(context) ?? '';
    const check = () => tokens.readId(context.requestHeader.get('authorization'));
    const tokenId = await (failures.isReached(ip) ? failures.runSequentially(ip, check) : check());
    const id = Id.safeParse(name);
    if (!id.success) throw new DomainError('invalid_input', { field: 'id' });
    return { id: id.data, tokenId, ip };
  }

  async function answer<Answer>(
    { id }: Pick<Worker, 'id'>,
    context: HandlerContext,
    handle: (caller: ProvisionerCaller) => Promise<Answer>,
  ): Promise<Answer> {
    markValid(context);
    try {
      const caller = await authenticate(id, context);
      const result = await handle(caller);
      markAuthenticated(context);
      return result;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'provisioner_token_invalid') {
        failures.count(callerAddressOf(context) ?? '');
      }
      throw toConnectError(error, { log, signal: context.signal });
    }
  }

  router.rpc(WorkerService.method.registerWorker, (request, context) =>
    answer(request, context, async (caller) => {
      if ((await provisioners.register(caller)) === 'new') return {};
      // provisioners take it for success
      throw new ConnectError('the provisioner is known', Code.AlreadyExists);
    }),
  );
  router.rpc(WorkerService.method.getJob, (request, context) =>
    answer(request, context, async (caller) => {
      const job = await provisioners.takeJob(caller);
      if (!job) throw new ConnectError('there is no job', Code.NotFound);
      return { firstName: job.first_name, lastName: job.last_name, email: job.email, jobId: job.id };
    }),
  );
  router.rpc(WorkerService.method.setJobDone, (request, context) =>
    answer(request, context, async (caller) => {
      if (request.jobId > maxJobId) throw new DomainError('yubikey_job_not_found');
      await provisioners.report(caller, request.jobId, readReport(request));
      return {};
    }),
  );
}

function readReport({ success, publicKey, sshKey, yubikeySerial, error }: JobStatus): JobReport {
  if (!success) return { kind: 'failed', detail: toLine(error) };
  const serial = Serial.safeParse(yubikeySerial);
  // a report that cannot be stored is one of a failure: the administrator sees why
  if (!serial.success) return { kind: 'failed', detail: 'the serial number of the YubiKey is missing or malformed' };
  return { kind: 'done', serial: serial.data, keys: { ssh: sshKey, gpg: publicKey } };
}

/** Any text of the other side as one line that may be stored and shown; a reason if it has none. */
function toLine(text: string): string {
  return printable(text.slice(0, maxDetailCharacters)) || 'no reason given';
}
