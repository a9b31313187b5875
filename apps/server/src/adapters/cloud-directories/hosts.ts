/** Addresses of the services. They are no settings: secrets and tokens are sent to them. */
export interface DirectoryHosts {
  readonly google: { readonly token: string; readonly api: string };
  readonly microsoft: { readonly login: string; readonly graph: string };
  readonly jumpcloud: string;
  /** The organization of an issuer; undefined if it is not one at Okta. */
  readonly okta: (issuer: string) => string | undefined;
}

/** Domains of Okta's organizations. */
const oktaDomains = ['okta.com', 'oktapreview.com', 'okta-emea.com', 'okta-gov.com', 'okta.mil'];

/** As the services publish them. */
export const publishedHosts: DirectoryHosts = {
  google: { token: 'https://oauth2.googleapis.com/token', api: 'https://admin.googleapis.com' },
  microsoft: { login: 'https://login.microsoftonline.com', graph: 'https://graph.microsoft.com' },
  jumpcloud: 'https://console.jumpcloud.com',
  okta(issuer) {
    const url = URL.parse(issuer);
    if (url?.protocol !== 'https:' || url.port !== '') return undefined;
    return oktaDomains.some((domain) => url.hostname.endsWith(`.${domain}`)) ? url.origin : undefined;
  },
};
