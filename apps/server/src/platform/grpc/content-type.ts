/**
 * Whether a call is gRPC with messages in binary protobuf. The library also accepts `application/grpc+json`, which
 * agents do not use and which is more expensive to parse.
 */
export function isBinaryGrpc(contentType: string | undefined): boolean {
  return /^application\/grpc(\+proto)?[ \t]*(;|$)/i.test(contentType ?? '');
}
