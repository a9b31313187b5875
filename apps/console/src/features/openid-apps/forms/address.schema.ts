import { z } from 'zod';

const maxCharacters = 2048;

/** An http(s) address, or nothing. */
export const webAddress = z
  .string()
  .trim()
  .max(maxCharacters)
  .refine((text) => text === '' || /^https?:\/\/[^\s/]\S*$/i.test(text), { error: 'web_address' });

/** Address of a picture, or nothing. The content security policy allows pictures only over HTTPS. */
export const pictureAddress = webAddress.refine((text) => !/^http:/i.test(text), { error: 'https_address' });

/** Complete addresses; also those of apps on phones, such as `com.example.app:/callback`. */
export const redirectAddresses = z
  .array(
    z
      .string()
      .trim()
      .max(maxCharacters)
      .regex(/^[a-z][a-z0-9+.-]*:[^\s#*]+$/i, { error: 'openid_redirect_invalid' }),
  )
  .max(32);
