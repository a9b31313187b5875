/** Core refuses messages of more; agents send larger measurements of traffic in several reports. */
export const maxPeersPerReport = 2_000;
