/**
 * What a new user reads, as Markdown, until an administrator changes it. Names in braces are replaced; those of the
 * administrator only if one started the enrollment.
 */
export const defaultWelcomeMessage = `# Welcome, {{ first_name }} {{ last_name }}

Your account **{{ username }}** is ready. To manage your devices, your password and your two-factor authentication, sign in at {{ gatewarden_url }}.

Questions? Contact {{ admin_first_name }} {{ admin_last_name }}: {{ admin_email }} {{ admin_phone }}

*Sent by Gatewarden {{ gatewarden_version }}*
`;

export const defaultWelcomeSubject = 'Welcome to Gatewarden';
