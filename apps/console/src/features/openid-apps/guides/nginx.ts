import type { Guide } from './guide.ts';
import { oauth2Proxy, oauth2ProxyFile } from './oauth2-proxy.ts';

/** Any site behind nginx, which asks oauth2-proxy about each request. */
export const nginx: Guide = {
  ...oauth2Proxy,
  blocks: (values) => [
    oauth2ProxyFile(values, [
      'http_address = "127.0.0.1:4180"',
      'reverse_proxy = true',
      'set_xauthrequest = true',
      'upstreams = ["static://202"]',
    ]),
    {
      place: 'file',
      path: '/etc/nginx/conf.d/app.conf',
      text: `server {
  listen 443 ssl;
  server_name ${hostOf(values.redirectUri)};

  location /oauth2/ {
    proxy_pass http://127.0.0.1:4180;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Auth-Request-Redirect $request_uri;
  }

  location = /oauth2/auth {
    internal;
    proxy_pass http://127.0.0.1:4180;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Content-Length "";
    proxy_pass_request_body off;
  }

  location / {
    auth_request /oauth2/auth;
    error_page 401 = /oauth2/sign_in;
    auth_request_set $user $upstream_http_x_auth_request_preferred_username;
    auth_request_set $email $upstream_http_x_auth_request_email;
    auth_request_set $groups $upstream_http_x_auth_request_groups;
    proxy_set_header X-User $user;
    proxy_set_header X-Email $email;
    proxy_set_header X-Groups $groups;
    proxy_pass http://127.0.0.1:8080;
  }
}
`,
    },
  ],
};

function hostOf(address: string): string {
  return URL.parse(address)?.hostname ?? 'app.example.com';
}
