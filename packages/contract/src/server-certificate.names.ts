/** Events of the activity log. */
export const serverCertificateActivity = ['server_certificate_renewed', 'server_certificate_failed'] as const;
