export { createYubikeys, type ProvisionerListenerParts } from './yubikeys.feature.ts';
