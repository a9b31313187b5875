import { StopError } from '@gatewarden/link/stop-error';
import type { Reply } from '../../edge/post-json.ts';

type Answered<Answer> = Extract<Reply<Answer>, { kind: 'answer' }>;

/** @throws StopError that explains any other reply */
export function requireAnswer<Answer>(reply: Reply<Answer>, url: URL): Answered<Answer> {
  switch (reply.kind) {
    case 'answer':
      return reply;
    case 'unchanged':
      throw new StopError('failed', `The server at ${url.origin} does not answer as Gatewarden does.`);
    case 'unreachable':
      throw new StopError('failed', `Core does not answer at ${url.origin}: ${reply.reason}.`);
    case 'error':
      throw explainRefusal(reply);
  }
}

function explainRefusal({ status, error, code }: Extract<Reply<unknown>, { kind: 'error' }>): StopError {
  if (code === 'device_management_restricted') {
    return new StopError('refused', 'In this organization only administrators add devices; ask one for a link.');
  }
  if (status === 429) return new StopError('failed', 'Too many attempts from this network; try again in a minute.');
  if (status === 401 || (status === 403 && error === 'invalid token')) {
    return new StopError(
      'refused',
      'The token is not valid: it was used or replaced, or is older than a day. Create another link in the console.',
    );
  }
  return new StopError(status >= 500 ? 'failed' : 'refused', `Core refuses this device: ${error}.`);
}
