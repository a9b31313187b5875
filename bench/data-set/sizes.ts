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

/** For development, and for comparisons that show what grows with the number of rows. */
export const small: Sizes = {
  people: 200,
  devices: 400,
  groups: 10,
  locations: 5,
  events: 5_000,
};
