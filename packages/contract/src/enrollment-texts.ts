import type { MailLanguage } from './mail.ts';

/**
 * What a new user reads, as Markdown, until an administrator changes it. Names in braces are replaced; those of the
 * administrator only if one started the enrollment.
 */
export const defaultWelcomeMessage = `# Welcome, {{ full_name }}

Your account **{{ username }}** is ready. To manage your devices, your password and your two-factor authentication, sign in at {{ gatewarden_url }}.

Questions? Contact {{ admin_full_name }}: {{ admin_email }} {{ admin_phone }}
`;

export const defaultWelcomeSubject = 'Welcome to Gatewarden';

const inOtherLanguages: Record<Exclude<MailLanguage, 'en'>, { readonly message: string; readonly subject: string }> = {
  ko: {
    message: `# {{ full_name }} 님, 환영합니다

**{{ username }}** 계정을 사용할 수 있습니다. 기기, 비밀번호, 2단계 인증을 관리하려면 {{ gatewarden_url }}에서 로그인하세요.

문의: {{ admin_full_name }} {{ admin_email }} {{ admin_phone }}
`,
    subject: 'Gatewarden에 오신 것을 환영합니다',
  },
  pl: {
    message: `# Witaj, {{ full_name }}

Twoje konto **{{ username }}** jest gotowe. Aby zarządzać urządzeniami, hasłem i uwierzytelnianiem dwuskładnikowym, zaloguj się na {{ gatewarden_url }}.

Masz pytania? Skontaktuj się: {{ admin_full_name }}, {{ admin_email }} {{ admin_phone }}
`,
    subject: 'Witamy w Gatewarden',
  },
};

/** A message in the language of its reader, unless an administrator changed it. */
export function welcomeMessageIn(language: MailLanguage, message: string): string {
  return language === 'en' || message !== defaultWelcomeMessage ? message : inOtherLanguages[language].message;
}

/** As `welcomeMessageIn`, for the subject of the mail. */
export function welcomeSubjectIn(language: MailLanguage, subject: string): string {
  return language === 'en' || subject !== defaultWelcomeSubject ? subject : inOtherLanguages[language].subject;
}
