export { createServerCertificate } from './server-certificate.feature.ts';
