/** Modules of a test plan of the OpenID Foundation's conformance suite. */
interface Plan {
  /** Each is a test in `conformance.api.test.ts`. */
  readonly tested: readonly string[];
  /** With the reason. */
  readonly notApplicable: Readonly<Record<string, string>>;
}

/** The plans for a provider with static clients, by the names that the suite gives them. */
export const plans = {
  'oidcc-basic-certification-test-plan': {
    tested: [
      'oidcc-server',
      'oidcc-response-type-missing',
      'oidcc-idtoken-signature',
      'oidcc-userinfo-get',
      'oidcc-userinfo-post-header',
      'oidcc-userinfo-post-body',
      'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
      'oidcc-scope-profile',
      'oidcc-scope-email',
      'oidcc-scope-phone',
      'oidcc-scope-all',
      'oidcc-ensure-other-scope-order-succeeds',
      'oidcc-display-page',
      'oidcc-display-popup',
      'oidcc-prompt-login',
      'oidcc-prompt-none-not-logged-in',
      'oidcc-prompt-none-logged-in',
      'oidcc-max-age-1',
      'oidcc-max-age-10000',
      'oidcc-ensure-request-with-unknown-parameter-succeeds',
      'oidcc-id-token-hint',
      'oidcc-login-hint',
      'oidcc-ui-locales',
      'oidcc-claims-locales',
      'oidcc-ensure-request-with-acr-values-succeeds',
      'oidcc-codereuse',
      'oidcc-codereuse-30seconds',
      'oidcc-ensure-registered-redirect-uri',
      'oidcc-ensure-post-request-succeeds',
      'oidcc-server-client-secret-post',
      'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
      'oidcc-claims-essential',
      'oidcc-refresh-token',
      'oidcc-ensure-request-with-valid-pkce-succeeds',
    ],
    notApplicable: {
      'oidcc-idtoken-unsigned': 'ID tokens are always signed',
      'oidcc-scope-address': 'accounts have no postal address, and discovery does not list the scope',
      'oidcc-ensure-request-object-with-redirect-uri': 'request objects are refused',
    },
  },
  'oidcc-config-certification-test-plan': {
    tested: ['oidcc-discovery-endpoint-verification'],
    notApplicable: {},
  },
  'oidcc-rp-initiated-logout-certification-test-plan': {
    tested: [
      'oidcc-rp-initiated-logout-discovery-endpoint-verification',
      'oidcc-rp-initiated-logout',
      'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
      'oidcc-rp-initiated-logout-modified-id-token-hint',
      'oidcc-rp-initiated-logout-no-id-token-hint',
      'oidcc-rp-initiated-logout-no-params',
      'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
      'oidcc-rp-initiated-logout-no-state',
      'oidcc-rp-initiated-logout-only-state',
      'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
      'oidcc-rp-initiated-logout-bad-id-token-hint',
    ],
    notApplicable: {},
  },
  'oidcc-backchannel-rp-initiated-logout-certification-test-plan': {
    tested: ['oidcc-backchannel-logout-discovery-endpoint-verification', 'oidcc-backchannel-rp-initiated-logout'],
    notApplicable: {},
  },
  // the conditions on PKCE of this plan only
  'fapi2-security-profile-id2-test-plan': {
    tested: [
      'fapi2-security-profile-id2-par-ensure-pkce-required',
      'fapi2-security-profile-id2-ensure-pkce-code-verifier-required',
      'fapi2-security-profile-id2-incorrect-pkce-code-verifier-rejected',
      'fapi2-security-profile-id2-par-plain-pkce-rejected',
    ],
    notApplicable: {},
  },
} as const satisfies Record<string, Plan>;

/** Names of the tested modules of all plans. */
export type Module = (typeof plans)[keyof typeof plans]['tested'][number];
