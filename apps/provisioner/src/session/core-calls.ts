import { readFile } from 'node:fs/promises';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { WorkerService } from '@gatewarden/contract/worker';
import { StopError } from '@gatewarden/link/stop-error';
import type { Secret } from '@gatewarden/process/secret';
import type { Person, ProvisionedCard } from '../ports/card.ts';

export interface Job extends Person {
  readonly id: number;
}

/** Core as the provisioner calls it. @throws StopError if core refuses the token or the name */
export interface CoreCalls {
  register(): Promise<void>;
  /** Undefined if there is no job. */
  takeJob(): Promise<Job | undefined>;
  /** False if core no longer waits for the job. */
  report(jobId: number, result: ProvisionedCard | { readonly error: string }): Promise<boolean>;
  close(): void;
}

interface Options {
  /** Its name, which the console shows. */
  readonly id: string;
  /** https address of core. */
  readonly url: string;
  /** PEM file of the authority that core's certificate is checked with; undefined: those of the machine. */
  readonly caFile: string | undefined;
  readonly token: Secret;
}

/** How long core may take to answer. Checking keys takes seconds. */
const timeoutMs = 20_000;
const pingMilliseconds = 10_000;

export async function connectToCore({ id, url, caFile, token }: Options): Promise<CoreCalls> {
  const ca = caFile === undefined ? undefined : await readAuthority(caFile);
  const sessionManager = new Http2SessionManager(url, { pingIntervalMs: pingMilliseconds }, ca ? { ca: [ca] } : {});
  const client = createClient(WorkerService, createGrpcTransport({ baseUrl: url, sessionManager }));
  const options = () => ({ headers: { authorization: token.reveal() }, timeoutMs });
  return {
    async register() {
      await client.registerWorker({ id }, options()).catch((error: unknown) => {
        if (codeOf(error) !== Code.AlreadyExists) throw asStopError(error);
      });
    },
    async takeJob() {
      try {
        const { jobId, firstName, lastName, email } = await client.getJob({ id }, options());
        return { id: jobId, firstName, lastName, email };
      } catch (error) {
        if (codeOf(error) === Code.NotFound) return undefined;
        throw asStopError(error);
      }
    },
    async report(jobId, result) {
      const status =
        'error' in result
          ? { success: false, error: result.error }
          : {
              success: true,
              publicKey: result.publicKey,
              sshKey: result.sshKey,
              yubikeySerial: result.serial,
            };
      try {
        await client.setJobDone({ id, jobId, ...status }, options());
        return true;
      } catch (error) {
        const ended = [Code.NotFound, Code.InvalidArgument, Code.FailedPrecondition];
        if (ended.includes(codeOf(error))) return false;
        throw asStopError(error);
      }
    },
    close: () => sessionManager.abort(),
  };
}

function codeOf(error: unknown): Code {
  return ConnectError.from(error).code;
}

/** Other errors are of the network, or core is not available: another attempt makes sense. */
function asStopError(error: unknown): unknown {
  switch (codeOf(error)) {
    case Code.Unauthenticated:
      return new StopError(
        'refused',
        'Core does not accept the token. Show a new one on the page YubiKeys of the console.',
      );
    case Code.PermissionDenied:
      return new StopError(
        'refused',
        'Another token registered a provisioner with this name. Choose another --id, or remove it in the console.',
      );
    default:
      return error;
  }
}

async function readAuthority(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new StopError('failed', `The file ${path} cannot be read.`, { cause });
  }
}
