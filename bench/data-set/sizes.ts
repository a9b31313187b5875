/** How much of everything. */
export interface Sizes {
  readonly people: number;
  /** Of active people; those of people who left and the standalone ones come on top. */
  readonly devices: number;
  /** Including `admin`. */
  readonly groups: number;
  readonly locations: number;
  /** Events in the log, over a year. */
  readonly events: number;
}

/** The data set that the budgets are about. */
export const large: Sizes = {
  people: 10_000,
  devices: 20_000,
  groups: 50,
  locations: 20,
  events: 1_000_000,
};

/** For development, and to compare against: what grows with rows differs. */
export const small: Sizes = {
  people: 200,
  devices: 400,
  groups: 10,
  locations: 5,
  events: 5_000,
};
