/** Number of objects of each kind. */
export interface Sizes {
  readonly people: number;
  /** Devices of active people; those of disabled people and standalone devices are additional. */
  readonly devices: number;
  /** Including `admin`. */
  readonly groups: number;
  readonly locations: number;
  /** Events in the log, over a year. */
  readonly events: number;
}

/** The data set for which the budgets apply. */
export const large: Sizes = {
  people: 10_000,
  devices: 20_000,
  groups: 50,
  locations: 20,
  events: 1_000_000,
};

/**
 * Ten times as many people and devices, for what grows with them. The log is not larger: its pages are read by index,
 * and ten million entries would take most of the time and space.
 */
export const huge: Sizes = { ...large, people: 100_000, devices: 200_000 };

/** For development, and for comparisons that show what grows with the number of rows. */
export const small: Sizes = {
  people: 200,
  devices: 400,
  groups: 10,
  locations: 5,
  events: 5_000,
};
