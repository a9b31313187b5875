/** Core refuses reports with more peers or more rules; agents split larger measurements into several reports. */
export const maxEntriesPerReport = 2_000;
