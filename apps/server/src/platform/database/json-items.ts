/** Items of a list as PostgreSQL wrote them: JSON texts with commas between them, empty if there are none. */
export interface JsonItems<Item> {
  readonly json: string;
  /** Type of the items; never set. */
  readonly item?: Item;
}
