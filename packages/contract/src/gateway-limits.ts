/** Core refuses reports with more peers; agents split larger measurements into several reports. */
export const maxPeersPerReport = 2_000;
