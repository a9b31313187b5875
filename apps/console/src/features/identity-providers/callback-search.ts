import { searchOf, text } from '../../lib/search.ts';

/** What a provider sends with the browser: RFC 6749 §4.1.2, RFC 9207. */
export const callbackSearch = searchOf({
  code: text(4096),
  state: text(512),
  iss: text(1024),
  /** Why there is no code. */
  error: text(64),
});
export type CallbackSearch = ReturnType<typeof callbackSearch>;

/** What the answer is for: a sign-in, or an account that is already signed in, which is linked or authorizes a device. */
export type CallbackPurpose = 'sign-in' | 'link' | 'connect';

/** As the server marks the state. */
export function purposeOf({ state }: CallbackSearch): CallbackPurpose {
  if (state?.startsWith('link.')) return 'link';
  return state?.startsWith('connect.') ? 'connect' : 'sign-in';
}

/** The code of the error, to show; undefined for any other text, which anyone can put into a link. */
export function errorCode({ error }: CallbackSearch): string | undefined {
  return typeof error === 'string' && /^[a-z_]{1,64}$/.test(error) ? error : undefined;
}
