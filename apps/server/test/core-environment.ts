/** Settings of a core in a test: free ports on the loopback interface. */
export const coreEnvironment = {
  GATEWARDEN_HTTP_PORT: '0',
  GATEWARDEN_HTTP_HOST: '127.0.0.1',
  GATEWARDEN_GRPC_PORT: '0',
  GATEWARDEN_GRPC_HOST: '127.0.0.1',
  GATEWARDEN_EDGE_PORT: '0',
  GATEWARDEN_EDGE_HOST: '127.0.0.1',
} as const;
