import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import type { JobStatus } from '@gatewarden/contract/worker';
import { WorkerService } from '@gatewarden/contract/worker';
import { getProvisionerListener, getProvisionerToken } from '@gatewarden/contract/yubikeys';
import type { Person } from './given/given.ts';
import type { TestServer } from './harness.ts';

/** Settings of a core that listens for provisioners. */
export const provisionerEnvironment = { GATEWARDEN_PROVISIONER_PORT: '0', GATEWARDEN_PROVISIONER_HOST: '127.0.0.1' };

export interface TestProvisioner extends Disposable {
  readonly id: string;
  /** True if core did not know it. */
  register(): Promise<boolean>;
  /** Undefined if there is no job. */
  takeJob(): Promise<{ readonly jobId: number; readonly email: string; readonly firstName: string } | undefined>;
  report(status: Partial<Omit<JobStatus, '$typeName' | '$unknown'>> & { readonly jobId: number }): Promise<void>;
}

interface Options {
  readonly id: string;
  /** Whose token it has; the first administrator if absent. */
  readonly admin?: Person;
  /** In place of a token of the administrator; null: none. */
  readonly token?: string | null;
  /** Of another replica. */
  readonly port?: number | undefined;
}

/** A provisioner that speaks the wire protocol, with a connection of its own. */
export async function connectProvisioner(
  server: Pick<TestServer, 'given' | 'provisionerPort'>,
  { id, admin, token, port = server.provisionerPort }: Options,
): Promise<TestProvisioner> {
  const caller = admin ?? (await server.given.admin());
  const { ca } = await (await server.given.admin()).call(getProvisionerListener, {});
  const authorization = token === undefined ? (await caller.call(getProvisionerToken, {})).token : token;
  const baseUrl = `https://localhost:${port}`;
  const sessionManager = new Http2SessionManager(baseUrl, {}, { ca: [ca] });
  const client = createClient(WorkerService, createGrpcTransport({ baseUrl, sessionManager }));
  const options = { headers: authorization === null ? {} : { authorization } };
  return {
    id,
    register: () =>
      client.registerWorker({ id }, options).then(
        () => true,
        (error: unknown) => {
          if (ConnectError.from(error).code === Code.AlreadyExists) return false;
          throw error;
        },
      ),
    takeJob: () =>
      client.getJob({ id }, options).catch((error: unknown) => {
        if (ConnectError.from(error).code === Code.NotFound) return undefined;
        throw error;
      }),
    report: async (status) => void (await client.setJobDone({ id, ...status }, options)),
    [Symbol.dispose]: () => sessionManager.abort(),
  };
}

/** The name of the gRPC code with which a call fails; `OK` if it succeeds. */
export function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'OK',
    (error: unknown) => Code[ConnectError.from(error).code] ?? '',
  );
}
