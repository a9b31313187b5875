import type { MailLanguage } from '@gatewarden/contract/mail';
import { paragraph } from './mail-document.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import {
  type Instance,
  type MailContent,
  type MailTexts,
  type MailValues,
  type Template,
  templates,
} from './templates.ts';
import { en } from './texts/en.ts';
import { ko } from './texts/ko.ts';
import { pl } from './texts/pl.ts';

const texts: Readonly<Record<MailLanguage, MailTexts>> = { en, ko, pl };

interface MailInput<T extends Template> {
  readonly template: T;
  readonly language: MailLanguage;
  readonly values: MailValues<T>;
  readonly summaryAt?: string;
}

interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail in its language. @throws ZodError if a value is missing or invalid for the template */
export function renderMail<T extends Template>(
  { template, language, values, summaryAt }: MailInput<T>,
  instance: Instance,
): RenderedMail {
  const checked = templates[template].parse(values) as MailValues<T>;
  // each text takes the values of its template; the compiler cannot relate the two through a union
  const write = texts[language][template] as (values: MailValues<T>, instance: Instance) => MailContent;
  const { footer, summaryFollows } = texts[language];
  const content = write(checked, instance);
  const blocks = [...content.blocks, ...(summaryAt ? [paragraph(summaryFollows(summaryAt))] : [])];
  const document = { ...content, sender: instance.name, blocks, footer: footer(instance) };
  return { subject: document.subject, text: renderText(document), html: renderHtml(document, language) };
}
