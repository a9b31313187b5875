import { MailLanguage } from '@gatewarden/contract/mail';

/**
 * The first language of an Accept-Language header in which mails are available, by weight and then by position
 * (RFC 9110 §12.5.4); undefined if there is none.
 */
export function preferredLanguage(acceptLanguage: string | undefined): MailLanguage | undefined {
  const ranges = (acceptLanguage ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { base: tag.toLowerCase().split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const wanted = ranges.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return wanted.map(({ base }) => MailLanguage.safeParse(base).data).find((language) => language !== undefined);
}
