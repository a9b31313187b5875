/**
 * Whether a call is gRPC with messages in protobuf's binary format. The library also takes `application/grpc+json`, which
 * agents do not speak and which costs more to parse.
 */
export function isBinaryGrpc(contentType: string | undefined): boolean {
  return /^application\/grpc(\+proto)?[ \t]*(;|$)/i.test(contentType ?? '');
}
