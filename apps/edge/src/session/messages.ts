import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Answer, type ServeRequest, ServeRequestSchema, SessionKind } from '@gatewarden/contract/edge/v1';
import { type EdgeOutcome, refusal } from '@gatewarden/listener/edge-calls';

/** Interface reference, wire §13.2: the text that clients know for this. */
export function notConnected(): EdgeOutcome {
  return refusal(500, 'Internal server error', 'core_not_connected');
}

export function toRequest(message: NonNullable<MessageInitShape<typeof ServeRequestSchema>['message']>): ServeRequest {
  return create(ServeRequestSchema, { message });
}

const sessionKinds: Partial<Record<SessionKind, 'enrollment' | 'password_reset'>> = {
  [SessionKind.ENROLLMENT]: 'enrollment',
  [SessionKind.PASSWORD_RESET]: 'password_reset',
};

export function outcomeOf({ status, body, etag, session, openid }: Answer): EdgeOutcome {
  const kind = session && sessionKinds[session.kind];
  return {
    status,
    ...(body && { body: JSON.parse(new TextDecoder().decode(body)) as object }),
    ...(etag !== '' && { etag }),
    ...(session &&
      kind && {
        session: {
          kind,
          ...(session.token !== '' && { token: session.token }),
          ...(session.expiresAt && { expiresAt: timestampDate(session.expiresAt) }),
        },
      }),
    ...(openid && { openid: openid.csrf === '' ? null : { csrf: openid.csrf, nonce: openid.nonce } }),
  };
}
