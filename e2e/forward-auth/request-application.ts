import { request } from 'node:https';

export interface ApplicationResponse {
  readonly status: number;
  readonly location: string | undefined;
}

export interface ApplicationRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Sends the request unchanged to app.example.com at the proxy. An upgrade counts as a response. */
export function requestApplication(
  port: number,
  { method = 'GET', headers = {}, body }: ApplicationRequest = {},
): Promise<ApplicationResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ host: '127.0.0.1', port, method, path: '/page?a=1', servername: 'app.example.com', agent: false },
      rejectUnauthorized: false,
      headers: { host: `app.example.com:${port}`, ...headers },
    });
    sent.on('response', (response) => {
      response
        .resume()
        .on('end', () => resolve({ status: response.statusCode ?? 0, location: response.headers.location }));
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, location: undefined });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
